import type { Denial } from "../../core/outcome.ts";
import { deniedSubject } from "../../core/texts/denied-call.ts";

/** So often may one and the same thing be refused to an agent within a call: after that it is not going to think of another. */
const enough = 3;

const longestKey = 2_000;

/** Counts how often a call was refused the same thing: the same command, or a write to the same file whatever its content. */
export class RepeatedDenials {
  readonly #counts = new Map<string, number>();
  /** What was refused once too often, in words; null as long as nothing was. */
  found: string | null = null;

  add(denial: Denial): void {
    const subject = deniedSubject(denial);
    const key = `${denial.tool} ${subject}`.slice(0, longestKey);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count >= enough) this.found ??= `the same was refused ${enough} times: ${denial.tool} ${subject.slice(0, 200)}`;
  }
}
