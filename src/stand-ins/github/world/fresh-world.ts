import type { BareRepository } from "./bare-repository.ts";
import type { World } from "./world.ts";

/** A world in which nothing has happened yet: a repository, an account with its token, and no address. */
export const freshWorld = (
  bare: BareRepository,
  names: Pick<World, "owner" | "name" | "token" | "defaultBranch">,
): World => ({
  ...names,
  bare,
  me: { login: "ralph", id: 1 },
  people: new Map(),
  settings: { autoMerge: false, squash: true, dropsBranches: false, push: true },
  protections: new Map(),
  issues: new Map(),
  milestones: new Map(),
  checks: new Map(),
  ci: [],
  workflows: 0,
  unknownLooks: 0,
  lastId: 100,
  url: "",
});
