import type { Glimpse } from "./glimpse.ts";

/** What a check is for; in the order in which a gate runs them, the quick ones first. */
export const purposes = ["types", "lint", "test"] as const;
export type Purpose = (typeof purposes)[number];

/** A command that checks the project, and the file that says so. */
export interface Check {
  readonly purpose: Purpose;
  readonly command: string;
  readonly from: string;
}

/** What one detector found of a project. */
export interface Finding {
  readonly language: string;
  /** The program that installs what the project depends on; null where there is no such thing. */
  readonly packageManager: string | null;
  readonly checks: readonly Check[];
}

/** Looks for one kind of project; null where it is not that. `fallback`: only for purposes that no other detector has a check for. */
export interface Detector {
  readonly name: string;
  readonly fallback?: true;
  look(glimpse: Glimpse): Finding | null;
}
