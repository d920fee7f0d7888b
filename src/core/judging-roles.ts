import type { Role } from "./outcome.ts";

/** The roles that judge work and change none: what they change is put back. */
export const judgingRoles = ["reviewer", "validator", "tester"] as const satisfies readonly Role[];
export type JudgingRole = (typeof judgingRoles)[number];

/** True for a role that judges work. */
export const isJudging = (role: Role): role is JudgingRole => (judgingRoles as readonly Role[]).includes(role);

const besideWork: ReadonlySet<Role> = new Set<Role>([
  ...judgingRoles,
  "simplifier",
  "judge",
  "coordinator",
  "explorer",
]);

/** True for a role whose calls are no rounds of work on the task: what was measured before them still holds. */
export const isBesideWork = (role: Role): boolean => besideWork.has(role);
