import type { CallOutcome } from "../../../core/outcome.ts";
import { outcomeOfStatus, outcomeOfText } from "../error-words.ts";

/** True for a text that is the service's refusal as Gemini CLI and its kin tell it, with a hint below it at most: no words of the model's. */
export const isApiError = (text: string): boolean => /^\s*\[API Error: [^]*\](?:\n[^[\]]{0,400})?\s*$/.test(text);

/** Statuses of Google's services, by name. */
const named: Readonly<Record<string, CallOutcome>> = {
  UNAUTHENTICATED: "auth",
  PERMISSION_DENIED: "auth",
  NOT_FOUND: "bad_model",
  RESOURCE_EXHAUSTED: "overloaded",
  UNAVAILABLE: "overloaded",
  INTERNAL: "overloaded",
  DEADLINE_EXCEEDED: "overloaded",
  INVALID_ARGUMENT: "bad_request",
  FAILED_PRECONDITION: "bad_request",
};

/** What the words say more exactly than a number can. */
const exactWords: ReadonlySet<CallOutcome> = new Set(["usage_limit", "billing", "context_full", "auth", "bad_model"]);

/** What the text of a refusal means; null where nothing in it is known. */
export function outcomeOfApiError(text: string): CallOutcome | null {
  if (/\bexceeded your current quota\b/i.test(text) && /\bRESOURCE_EXHAUSTED\b/.test(text))
    return /PerMinute/i.test(text) ? "overloaded" : "usage_limit";
  const worded = outcomeOfText(text);
  if (worded !== null && exactWords.has(worded)) return worded;
  if (/\bmodels\/\S+ is not found\b/i.test(text)) return "bad_model";
  const status = /"code"\s?:\s?(?<status>[45]\d{2})\b/.exec(text)?.groups?.["status"];
  const byNumber = status === undefined ? null : outcomeOfStatus(Number(status));
  const name = /\b(?:Status|"status")["']?:\s?["']?(?<name>[A-Z_]{4,30})\b/.exec(text)?.groups?.["name"];
  return byNumber ?? named[name ?? ""] ?? worded;
}
