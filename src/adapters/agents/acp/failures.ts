import type { CallOutcome } from "../../../core/outcome.ts";
import { outcomeOfError } from "../claude/typed-errors.ts";
import { outcomeOfFailure } from "../failed-call.ts";
import { type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";

/** Codes of JSON-RPC and of ACP itself. What is left of them says "internal", and its words decide. */
const typedCodes: Readonly<Record<string, CallOutcome>> = {
  "-32000": "auth",
  "-32002": "bad_request",
  "-32600": "bad_request",
  "-32601": "bad_request",
  "-32602": "bad_request",
  "-32700": "bad_request",
};

/** The code by which a server asks for a log-in first. */
export const loginWanted = -32_000;

/** `stopReason` of a turn that did not end by itself. */
export const endedBadly: Readonly<Record<string, { readonly outcome: CallOutcome; readonly message: string }>> = {
  max_tokens: { outcome: "context_full", message: "The answer was cut off at the model's longest output." },
  max_turn_requests: { outcome: "max_turns", message: "The agent reached its highest number of requests." },
  refusal: { outcome: "refused", message: "The model refused the request." },
  cancelled: { outcome: "killed", message: "The turn was cancelled." },
};

/** What an error that answers a request means, and its words. Some servers name a kind, some put an HTTP status into the code. */
export function failureOf(error: JsonRecord): { readonly outcome: CallOutcome; readonly message: string } {
  const data = recordOf(error, "data");
  const message = [textOf(error, "message"), textOf(data, "details"), textOf(data, "message")]
    .filter((text, index, all) => text !== null && all.indexOf(text) === index)
    .join(": ");
  const code = numberOf(error, "code") ?? 0;
  const status = code >= 400 && code < 600 ? code : numberOf(data, "statusCode");
  const kind = textOf(data, "errorKind");
  if (kind !== null) return { outcome: outcomeOfError(kind, status, message), message };
  const typed = Object.hasOwn(typedCodes, String(code)) ? typedCodes[String(code)] : undefined;
  const worded = outcomeOfFailure(status, message);
  return { outcome: typed === "bad_request" ? (worded ?? typed) : (typed ?? worded ?? "crashed"), message };
}

/**
 * An answer that is nothing but a refused request, in words: `Error: 429 You have reached your usage limit.`; or the same after tries of the
 * program's own: `Error: Failed to get response …; retried 5 times … Last error: 429 …`.
 */
const refusedRequest = /^(?:API )?Error: (?:[^\n]* Last error: )?(\d{3})\b[^\n]*$/;

/** What a turn came to that ended well by its server and said no more than why its request was refused; else null. */
export function failureToldAsAnswer(
  answer: string,
): { readonly outcome: CallOutcome; readonly message: string } | null {
  const message = answer.trim();
  const status = refusedRequest.exec(message)?.[1];
  const outcome = status === undefined ? null : outcomeOfFailure(Number(status), message);
  return outcome === null ? null : { outcome, message };
}
