import type { CallOutcome } from "../../../core/outcome.ts";
import { outcomeOfFailure } from "../failed-call.ts";

/** `session.error.errorType` that names the outcome by itself. `query` and `rate_limit` are wide: status and words decide. */
const typedErrors: Readonly<Record<string, CallOutcome>> = {
  authentication: "auth",
  authorization: "auth",
  policy: "auth",
  quota: "usage_limit",
  context_limit: "context_full",
};

/** Rate limits that are a plan's: they last for hours or days, whatever the status says. */
const planLimit = /^user_(?:weekly|monthly|daily|global|session)_|_quota_exceeded$/;

/** The fields of a `session.error` that say what it is. */
export interface CopilotError {
  readonly type: string | null;
  readonly code: string | null;
  readonly status: number | null;
  readonly message: string;
}

/** What an error event of Copilot CLI means. */
export function outcomeOfError({ type, code, status, message }: CopilotError): CallOutcome {
  const byType = Object.hasOwn(typedErrors, type ?? "") ? typedErrors[type ?? ""] : undefined;
  if (byType !== undefined) return byType;
  if (planLimit.test(code ?? "")) return "usage_limit";
  const found = outcomeOfFailure(status, message);
  return found ?? (type === "rate_limit" ? "overloaded" : "crashed");
}
