import type { Playbook } from "../policy.ts";

/**
 * What sets a playbook apart where all of them go the same way but for a detail. What a person may choose differently is not here: that
 * is data of the policy (`PlaybookFacts`). How a task is worked step by step is its function in `playbookSteps`.
 */
export interface PlaybookTraits {
  /** Who commits a task's work. Where it is the harness alone, commits that an agent makes all the same are against its word. */
  readonly whoCommits: "agent" | "harness";
  /** The subject of the landing commit is the harness's own wording, and the implementer's program is named as co-author. */
  readonly wordsCommits: boolean;
  /** A source that has a form for its commits decides the subject. */
  readonly takesCommitForm: boolean;
  /** Claiming a task is a commit of its own, where commits belong on the branch that is checked out. */
  readonly commitsClaims: boolean;
  /** Several agents share the work: who plays what goes by a task's risk, and a judge grades what has landed. */
  readonly hasCrew: boolean;
  /** Before the first task the repository is made ready and the full gate is run; red checks are mended first. */
  readonly looksFirst: boolean;
  /** The full gate is due once at the start and once before each commit: the report tells what ran beyond that. */
  readonly countsGateRuns: boolean;
  /** Each task has a gate of its own, so that a project without one is proven all the same. */
  readonly hasOwnGates: boolean;
  /** Checks that stay red are the trouble of one task alone: its work is put back, and the run goes on. */
  readonly putsRedBack: boolean;
  /** A landing that git refuses is mended in the same iteration, as a red gate is; elsewhere the next one hears of it. */
  readonly mendsRefusals: boolean;
  /** What is set aside is called as people call it who look into history for it. */
  readonly marksParked: boolean;
  /** The files that a task declares are where its work is expected: others are told. */
  readonly staysInFiles: boolean;
  /** The mark of a finished increment stands for the status block. */
  readonly takesMark: boolean;
  /** `progress.md` and `knowledge/` of the repository are kept by the harness, with each landing. */
  readonly keepsNotebook: boolean;
}

/** The traits of every playbook. */
export const traitsOf: Readonly<Record<Playbook, PlaybookTraits>> = {
  workflow: {
    whoCommits: "agent",
    wordsCommits: false,
    takesCommitForm: false,
    commitsClaims: false,
    hasCrew: false,
    looksFirst: false,
    countsGateRuns: false,
    hasOwnGates: false,
    putsRedBack: false,
    mendsRefusals: false,
    marksParked: false,
    staysInFiles: false,
    takesMark: false,
    keepsNotebook: false,
  },
  increments: {
    whoCommits: "harness",
    wordsCommits: false,
    takesCommitForm: true,
    commitsClaims: false,
    hasCrew: false,
    looksFirst: false,
    countsGateRuns: false,
    hasOwnGates: true,
    putsRedBack: false,
    mendsRefusals: false,
    marksParked: false,
    staysInFiles: true,
    takesMark: true,
    keepsNotebook: false,
  },
  crew: {
    whoCommits: "harness",
    wordsCommits: true,
    takesCommitForm: false,
    commitsClaims: true,
    hasCrew: true,
    looksFirst: true,
    countsGateRuns: true,
    hasOwnGates: false,
    putsRedBack: true,
    mendsRefusals: true,
    marksParked: true,
    staysInFiles: false,
    takesMark: false,
    keepsNotebook: true,
  },
};
