/** What the words behind `ralph run` ask for. */
export interface RunArguments {
  /** The person's own number of tasks; null is none. */
  readonly cap: number | null;
  /** The milestone that is worked (`M58`); null: all. */
  readonly milestone: string | null;
  /** What is wrong with the words; null: nothing. */
  readonly problem: string | null;
}

const forms = "Use a number of tasks (ralph run 5), a milestone (ralph run M58), or both.";

/** Reads the words behind `ralph run`, in any order: a number caps the run, what begins with M and digits is a milestone. */
export function runArguments(words: readonly string[]): RunArguments {
  const caps: number[] = [];
  const milestones: string[] = [];
  const strange: string[] = [];
  for (const word of words) {
    const milestone = /^m\d+/i.exec(word)?.[0].toUpperCase();
    if (milestone !== undefined) milestones.push(milestone);
    else if (/^[1-9]\d{0,8}$/.test(word)) caps.push(Number(word));
    else strange.push(word);
  }
  return { cap: caps[0] ?? null, milestone: milestones[0] ?? null, problem: problemOf(caps, milestones, strange) };
}

function problemOf(caps: readonly number[], milestones: readonly string[], strange: readonly string[]): string | null {
  if (strange.length > 0) return `\`ralph run ${strange.join(" ")}\` is not understood. ${forms}`;
  if (caps.length > 1) return `Two numbers of tasks: ${caps.join(" and ")}. ${forms}`;
  return milestones.length > 1 ? `Two milestones: ${milestones.join(" and ")}. ${forms}` : null;
}
