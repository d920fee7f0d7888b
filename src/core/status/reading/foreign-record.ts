const foreignRecord =
  /^\s*\{.{0,200}?"(?:type|role)"\s{0,4}:\s{0,4}"(?:user|tool|tool_result|system|developer|prompt)"/su;
const partKind = /"(?:type|role)"\s{0,4}:\s{0,4}"(?<kind>[a-z_]{1,40})"/gu;
const foreignParts: ReadonlySet<string> = new Set([
  "user",
  "tool",
  "tool_result",
  "tool_use",
  "tool_call",
  "input_json",
]);

/** A line up to the text in question: how it begins, and what stands right before. */
export interface LineBefore {
  readonly head: string;
  readonly near: string;
}

/**
 * Whether a JSON record, given as far as the text in question, says that what follows is not the agent's own answer
 *: the prompt, a tool's call or a tool's result. A quotation of a record inside a string has escaped quotes, so
 * it is not mistaken for one.
 */
export function isForeign({ head, near }: LineBefore): boolean {
  if (foreignRecord.test(head)) return true;
  let last = "";
  for (const match of near.matchAll(partKind)) last = match.groups?.["kind"] ?? last;
  return /^\s*\{/u.test(head) && foreignParts.has(last);
}
