import type { Denial } from "../../../core/outcome.ts";

interface Refusal {
  readonly pattern: RegExp;
  readonly tool: string | null;
}

// A logged entry goes on until the next one begins.
const nextEntry = String.raw`(?=\n\d{4}-\d\d-\d\dT\d\d:|\s*$)`;

/** Refused calls: they are never items of the stream, only entries of the log on stderr. */
const refusals: readonly Refusal[] = [
  {
    pattern: new RegExp(
      String.raw`\berror=Command blocked by PreToolUse hook: (?<reason>[^]*?)\. Command: (?<input>[^]*?)${nextEntry}`,
      "g",
    ),
    tool: "Bash",
  },
  {
    pattern: new RegExp(
      String.raw`\berror=Tool call blocked by PreToolUse hook: (?<reason>[^]*?)\. Tool: (?<tool>[^\n]*?)${nextEntry}`,
      "g",
    ),
    tool: null,
  },
  // Codex's own list of what is never run, in Rust's way of writing an error.
  { pattern: /Rejected\(\\?"`(?<input>[^]*?)` rejected: (?<reason>[^]*?)\\?"\)/g, tool: "Bash" },
];

/** The refused calls of a stderr, in their order. */
export function refusalsIn(stderr: string): readonly Denial[] {
  return refusals
    .flatMap(({ pattern, tool }) =>
      [...stderr.matchAll(pattern)].map(({ groups, index }) => ({
        index,
        tool: groups?.["tool"] ?? tool ?? "unknown",
        input: groups?.["input"]?.trim() ?? "",
        reason: groups?.["reason"]?.trim() ?? "",
      })),
    )
    .toSorted((left, right) => left.index - right.index)
    .map(({ tool, input, reason }) => ({
      tool,
      input: input === "" ? "" : JSON.stringify({ command: input }),
      reason,
    }));
}
