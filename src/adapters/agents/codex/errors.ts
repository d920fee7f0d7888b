import type { CallOutcome } from "../../../core/outcome.ts";
import { errorLine, outcomeOfText } from "../error-words.ts";

interface Wording {
  readonly outcome: CallOutcome;
  readonly pattern: RegExp;
}

/** Words of Codex's own for what others say differently, or with a status that means something else. */
const wordings: readonly Wording[] = [
  { outcome: "auth", pattern: /^Missing environment variable: |\bsign in again\b|\bcodex login\b|\blog in again\b/i },
  { outcome: "bad_model", pattern: /\bmodel\b[^\n]{0,120}\bis not supported\b/i },
  { outcome: "billing", pattern: /\bupgrade to Plus\b|\bto use Codex with your ChatGPT plan\b/i },
  { outcome: "context_full", pattern: /\bran out of room in the model.s context window\b/i },
  { outcome: "overloaded", pattern: /\bexperiencing high demand\b|\bexceeded retry limit\b/i },
  {
    outcome: "network",
    pattern: /\bstream disconnected before completion\b|\bconnection failed: error sending request\b/i,
  },
];

/** A limit of the plan goes before everything: its text names plans to upgrade to. */
const planLimit = /\bhit your usage limit\b/i;
/** A status of the service says more than the sentence around it, but for these. */
const beforeStatus: ReadonlySet<CallOutcome> = new Set(["auth", "bad_model", "billing", "context_full"]);

/** What the message of a failed turn means. Codex has no other field: its words are all there is. */
export function outcomeOfMessage(message: string): CallOutcome {
  if (planLimit.test(message)) return "usage_limit";
  const own = wordings.find(({ pattern }) => pattern.test(message))?.outcome ?? null;
  if (own !== null && beforeStatus.has(own)) return own;
  return outcomeOfText(message) ?? own ?? "crashed";
}

/** Calls that Codex does not begin, by what it says on stderr. */
const refusedStarts =
  /^(?:.*\bno rollout found for thread id\b.*|Not inside a trusted directory\b.*|No prompt provided\b.*|Error loading config[^]*)$/m;

/** Why a call was not begun, as one line; null where nothing known was said. */
export function refusalToBegin(stderr: string): string | null {
  const said = refusedStarts.exec(stderr)?.[0];
  return said === undefined ? null : errorLine(said);
}
