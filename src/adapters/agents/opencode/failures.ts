import type { CallOutcome } from "../../../core/outcome.ts";
import { outcomeOfFailure } from "../failed-call.ts";
import { type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";

/** Names of errors that say the outcome by themselves. `APIError` and `UnknownError` are wide: status and words decide. */
const typedErrors: Readonly<Record<string, CallOutcome>> = {
  ProviderAuthError: "auth",
  ProviderModelNotFoundError: "bad_model",
  MessageOutputLengthError: "context_full",
  ContextOverflowError: "context_full",
  MessageAbortedError: "killed",
  StructuredOutputError: "bad_request",
};

/** What an error of OpenCode means, and its words. */
export function failureOf(error: JsonRecord): { readonly outcome: CallOutcome; readonly message: string } {
  const name = textOf(error, "name") ?? "";
  const data = recordOf(error, "data");
  const message = textOf(data, "message") ?? textOf(error, "message") ?? name;
  const typed = Object.hasOwn(typedErrors, name) ? typedErrors[name] : undefined;
  // The service's own body holds the machine words of a used-up plan, and when it resets.
  const said = `${message}\n${textOf(data, "responseBody") ?? ""}`;
  return { outcome: typed ?? outcomeOfFailure(numberOf(data, "statusCode"), said) ?? "crashed", message };
}

/** Reasons of a step's end that are no success; `tool-calls` and `unknown` only say that it goes on. */
export const endedBadly: Readonly<Record<string, CallOutcome>> = {
  length: "context_full",
  "content-filter": "refused",
  error: "crashed",
};
