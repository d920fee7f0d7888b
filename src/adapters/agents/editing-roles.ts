import type { Role } from "../../core/outcome.ts";

const editing: ReadonlySet<Role> = new Set<Role>(["implementer", "fixer", "simplifier"]);

/** True for the roles that change files. Who judges work, or looks around, gets no tool that was made for writing. */
export const mayEdit = (role: Role): boolean => editing.has(role);
