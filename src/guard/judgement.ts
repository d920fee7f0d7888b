import type { SurfaceSettings } from "./control-surface.ts";

/** Whether an agent may do something; a refusal names its rule, why, and what may be done in its place. */
export type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly rule: string; readonly reason: string; readonly instead: string };

/** Where a call happens and what holds there. Folders are absolute. */
export interface Scene extends SurfaceSettings {
  readonly root: string;
  readonly cwd: string;
  /** Temporary folders: below them an agent may write. */
  readonly temp: readonly string[];
  /** The path with the links of its existing part resolved. Without it paths are judged as they are written. */
  readonly resolve?: (absolute: string) => string;
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
