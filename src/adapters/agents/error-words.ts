import type { CallOutcome } from "../../core/outcome.ts";

/** Which outcome an HTTP status of a model's service means by itself; null for a status that says nothing.
 *  429 is `overloaded` until its words speak of a plan's quota. */
export function outcomeOfStatus(status: number): CallOutcome | null {
  if (status >= 500) return "overloaded";
  switch (status) {
    case 401:
    case 403:
      return "auth";
    case 402:
      return "billing";
    case 404:
      return "bad_model";
    case 413:
      return "context_full";
    case 429:
      return "overloaded";
    case 400:
    case 422:
      return "bad_request";
    default:
      return null;
  }
}

interface Wording {
  readonly outcome: CallOutcome;
  readonly pattern: RegExp;
}

/** Machine words of a quota that is used up for the day: they stand, whatever words about bills come with them. */
const quotaNamed = /\bQUOTA_EXHAUSTED\b|\bTerminalQuotaError\b|(?:Requests|Tokens)PerDay/i;
/** Words that name a plan's limit without more. */
const limitNamed =
  /\b(?:hit|reached|exceeded) your (?:[\w-]{1,20} ){0,3}(?<!rate )limit\b|\b(?:usage|quota) limit (?:has been )?reached\b|\bout of (?:extra )?usage\b|\busage_limit_reached\b|\bexhausted your (?:[\w-]{1,20} ){0,3}quota\b/i;
/** Words that mean a limit only where a reset stands close by, on the same line or the next. */
const limitWithReset = /(?<!\brate )\blimit reached\b[^]{0,80}\b(?:resets?|try again|available again)\b/i;

/** Texts of errors in order: the first that fits decides. For result and error events and stderr only. */
const wordings: readonly Wording[] = [
  { outcome: "usage_limit", pattern: quotaNamed },
  {
    outcome: "billing",
    pattern:
      /\bcredit balance is too low\b|\bbilling_error\b|\binsufficient_quota\b|\bcheck your plan and billing\b|\bpayment required\b/i,
  },
  { outcome: "usage_limit", pattern: limitNamed },
  { outcome: "usage_limit", pattern: limitWithReset },
  {
    outcome: "context_full",
    pattern:
      /\bprompt is too long\b|\bcontext_length_exceeded\b|\bexceeds? the (?:model's )?(?:maximum )?context (?:window|length)\b|\bmaximum context length\b|\binput token count\b[^]{0,40}\bexceeds\b|\boutput token maximum\b/i,
  },
  {
    outcome: "bad_model",
    pattern:
      /\bissue with the selected model\b|\bmodel_not_found\b|\bmodel\b[^\n]{0,80}\b(?:does not exist|not found)\b|\bunknown model\b|\binvalid model\b/i,
  },
  {
    outcome: "auth",
    pattern:
      /\binvalid (?:x-)?api[ -]key\b|\bnot logged in\b|\bplease run \/login\b|\bauthentication_(?:error|failed)\b|\bincorrect api key\b|\bapi key not valid\b|\bunauthorized\b|\boauth token (?:has )?(?:expired|revoked)\b|\binvalid bearer token\b/i,
  },
  {
    outcome: "overloaded",
    pattern:
      /\boverloaded(?:_error)?\b|\bat capacity\b|\brate[ _]limit(?:ed|_error|_exceeded| reached)?\b|\btoo many requests\b|\bservice unavailable\b|\binternal server error\b|\bserver_error\b|\bRESOURCE_EXHAUSTED\b/i,
  },
  {
    outcome: "network",
    pattern:
      /\bunable to connect\b|\bconnection ?refused\b|\bconnection (?:error|reset|closed|timed out)\b|\bE(?:CONNRESET|CONNREFUSED|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)\b|\bENOTFOUND\b|\bsocket hang up\b|\bfetch failed\b|\bgetaddrinfo\b|\bnetwork error\b/i,
  },
  {
    outcome: "refused",
    pattern: /\bappears to violate our usage policy\b|\bstop_reason["']?\s?[:=]\s?["']?refusal\b/i,
  },
  {
    outcome: "oom",
    pattern: /\bheap out of memory\b|\bOut of memory\b|\bENOMEM\b|\bCannot allocate memory\b|\bMemoryError\b/i,
  },
  {
    outcome: "bad_request",
    pattern:
      /\binvalid_request(?:_error)?\b|\bno conversation found with session id\b|\bcannot be launched inside another\b/i,
  },
];

/** `API Error: 529 …`, `API Error (529 …)`, `status 503`, `HTTP 502`: the number decides, whatever language follows. */
const numbered =
  /\b(?:api error|request rejected|failed with status|status(?: code|_code)?|http(?:\/\d(?:\.\d)?)?)["']?\s{0,2}[:(=]{0,2}\s{0,2}(?<status>[45]\d{2})\b/i;

/** What a text of an error says of the outcome; null where it says nothing known. Give no prose of a model. */
export function outcomeOfText(text: string): CallOutcome | null {
  const worded = wordings.find(({ pattern }) => pattern.test(text))?.outcome ?? null;
  // A quota or a bill is told by its words; for everything else the number is more trustworthy than words around it.
  if (worded === "usage_limit" || worded === "billing" || worded === "context_full") return worded;
  const status = numbered.exec(text)?.groups?.["status"];
  return (status === undefined ? null : outcomeOfStatus(Number(status))) ?? worded;
}

/** True for a text that is a limit's message and nothing besides: short, and a reset or the plan's limit named. */
export function isSoleLimitMessage(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > 300 || trimmed.split("\n").length > 3) return false;
  return (
    limitWithReset.test(trimmed) ||
    /^(?:[\w ]{0,30}:\s)?(?:you've |you have )?(?:hit|reached|exceeded) your [^\n]{0,40}limit\b[^]{0,40}\b(?:resets?|try again)\b/i.test(
      trimmed,
    ) ||
    /\busage limit reached\s?[.|]/i.test(trimmed)
  );
}

/** One line for a person: no colours, no repeated prefix, white space drawn together, the last `max` characters or the first. */
export function errorLine(text: string, max = 400): string {
  const plain = text
    .replaceAll(ansi, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?<prefix>(?:API )?Error: )(?:\k<prefix>)+/i, "$<prefix>");
  return plain.length <= max ? plain : `${plain.slice(0, max - 1)}…`;
}

const endLines = 5;
const namesError = /^(?:Uncaught )?\w*(?:Error|Exception)(?: \[\w+\])?: ./;

/**
 * What a crashed program most likely said of its end, as one line: the last lines of stderr, or the line that names the error
 * where a long stack stands between it and the end.
 */
export function stderrTail(stderr: string): string {
  const lines = stderr
    .replaceAll(ansi, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const named = lines.findLastIndex((line) => namesError.test(line));
  const isFar = named !== -1 && named < lines.length - endLines;
  return errorLine(isFar ? (lines[named] ?? "") : lines.slice(-endLines).join(" · "));
}

const ansi = new RegExp(String.raw`\u001b\[[0-9;?]{0,20}[A-Za-z]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]`, "g");
