import type { SurfaceSettings } from "./paths/control-surface.ts";

/** Whether an agent may do something; a refusal names its rule, why, and what may be done in its place. */
export type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly rule: string; readonly reason: string; readonly instead: string };

/** What the guard needs to know of the repository's branches. */
export interface GitScene {
  /** The branch that is checked out; null where HEAD is detached or can't be read. */
  readonly branch: string | null;
  readonly defaultBranch: string | null;
  /** Further branches that nobody commits on; `*` stands for any characters. */
  readonly protected: readonly string[];
  /** `current`: the agent commits where it is, even on the default branch. */
  readonly branching: "task" | "current";
  /** The task that is worked; branches whose names begin with it are its own. */
  readonly task: string | null;
}

/** Where a call happens and what holds there. Folders are absolute. What is asked for only now and then is a function. */
export interface Scene extends SurfaceSettings {
  readonly root: string;
  readonly cwd: string;
  /** Temporary folders: below them an agent may write. */
  readonly temp: readonly string[];
  /** The path with the links of its existing part resolved. Without it paths are judged as they are written. */
  readonly resolve?: (absolute: string) => string;
  /** The user's home folder. Without it `~` can't be known. */
  readonly home?: string;
  readonly git?: () => GitScene;
  /** Whether the harness is landing work at this moment. */
  readonly isLanding?: () => boolean;
  /** Whether the environment holds secrets that an agent could show. */
  readonly hasSecrets?: boolean;
  /** The processes of the harness and of the agent. */
  readonly harness?: () => readonly number[];
  /** Ids of rules that the project has lifted. */
  readonly lifted?: readonly string[];
  /** Programs that the project forbids, with first arguments where wanted: `docker`, `npm publish`. */
  readonly denied?: readonly string[];
}

/** Nothing speaks against it. */
export const allowed: Judgement = { allowed: true };

/** A refusal: the rule by its id, why, and what to do instead. */
export const refused = (rule: string, reason: string, instead: string): Judgement => ({
  allowed: false,
  rule,
  reason,
  instead,
});

/** What every refusal about the control surface ends with: nearly always the task was misread. */
export const meansSource =
  "Leave it as it is. A task that seems to ask for this most likely means the project's own source (such as src/), not the harness; read the task again.";

/** A refusal as an agent reads it. */
export const refusalText = (judgement: Judgement): string =>
  judgement.allowed ? "" : `Refused (${judgement.rule}): ${judgement.reason} ${judgement.instead}`;
