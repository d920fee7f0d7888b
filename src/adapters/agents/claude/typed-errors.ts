import type { CallOutcome } from "../../../core/outcome.ts";
import { outcomeOfStatus, outcomeOfText } from "../error-words.ts";
import { namesPlanReset } from "../reset-time.ts";

/** `assistant.error` of Claude Code. `server_error` also stands for a connection that failed: its words decide. */
const typedErrors: Readonly<Record<string, CallOutcome>> = {
  authentication_failed: "auth",
  oauth_org_not_allowed: "auth",
  billing_error: "billing",
  rate_limit: "overloaded",
  overloaded: "overloaded",
  server_error: "overloaded",
  model_not_found: "bad_model",
  invalid_request: "bad_request",
  max_output_tokens: "context_full",
};

/** `result.subtype` and `result.terminal_reason` that name the end by themselves. */
export const typedEnds: Readonly<Record<string, CallOutcome>> = {
  error_max_turns: "max_turns",
  max_turns: "max_turns",
  error_max_budget_usd: "budget",
  error_max_structured_output_retries: "bad_request",
  prompt_too_long: "context_full",
  aborted_tools: "killed",
  aborted_streaming: "killed",
};

/** What a typed error, an HTTP status and the error's own text together say; any of them may be missing. */
export function outcomeOfError(error: string | null, status: number | null, text: string): CallOutcome {
  const typed = typedErrors[error ?? ""] ?? (status === null ? null : outcomeOfStatus(status));
  const worded = outcomeOfText(text);
  if (typed === "overloaded") return narrowed(error, status, text, worded);
  if (typed === "bad_request" && worded !== null) return worded;
  return typed ?? worded ?? "crashed";
}

// Two typed classes are wide: a plan's limit hides in rate_limit, a dead line in server_error.
function narrowed(error: string | null, status: number | null, text: string, worded: CallOutcome | null): CallOutcome {
  if (worded === "usage_limit" || worded === "billing") return worded;
  if (worded === "network" && status === null) return "network";
  const limited = error === "rate_limit" || status === 429;
  return limited && namesPlanReset(text) ? "usage_limit" : "overloaded";
}
