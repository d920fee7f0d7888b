import { traitsOf } from "../playbooks/traits.ts";
import type { Playbook } from "../policy.ts";
import type { ParkedState } from "../step.ts";
import { cutText } from "./clusters.ts";
import { blockedBranchOf, escalatedBranchOf } from "./naming.ts";
import { reasonText } from "./reason-text.ts";

/** What a task that is set aside is called in branches and commits. */
interface ParkingWords {
  /** The branch that keeps its work. */
  readonly branch: (id: string) => string;
  /** What the commit says that tells the source of it; the harness's own mark stands before it. */
  readonly subject: (id: string, reason: string) => string;
}

const reasonLength = 60;
const short = (reason: string): string => cutText(reasonText(reason).replaceAll(/\s+/g, " ").trim(), reasonLength);

const plain = (state: ParkedState): ParkingWords => ({
  branch: blockedBranchOf,
  subject: (id) => `set ${id} aside (${state})`,
});

const inCrew: Readonly<Record<ParkedState, ParkingWords>> = {
  blocked: { branch: blockedBranchOf, subject: (id, reason) => `mark blocked ${id} - ${short(reason)}` },
  needs_human: { branch: escalatedBranchOf, subject: (id) => `escalate ${id} to needs-human-review` },
};

/** How a playbook names what it sets aside. */
export const parkingWords = (playbook: Playbook, state: ParkedState): ParkingWords =>
  traitsOf[playbook].marksParked ? inCrew[state] : plain(state);
