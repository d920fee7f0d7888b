import { branchAnswer } from "../answers/branch-answer.ts";
import { fullRepository } from "../answers/repository-answer.ts";
import { userAnswer } from "../answers/user-answer.ts";
import { type Call, forbidden, notFound, type Reply, type Routes, unprocessable } from "./route.ts";

/** The account, the limits, the repository and its branches. */
export const repositoryRoutes: Routes = {
  "GET /user": ({ world }) => ({
    status: 200,
    body: {
      ...userAnswer(world, world.me),
      name: null,
      company: null,
      blog: null,
      location: null,
      email: null,
      hireable: null,
      bio: null,
      public_repos: 1,
      public_gists: 0,
      followers: 0,
      following: 0,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-01-01T00:00:00Z",
    },
  }),
  "GET /repos/{owner}/{repo}": ({ world }) => ({ status: 200, body: fullRepository(world) }),
  "GET /repos/{owner}/{repo}/branches/{branch}": branch,
  "GET /repos/{owner}/{repo}/rules/branches/{branch}": () => ({ status: 200, body: [] }),
  "DELETE /repos/{owner}/{repo}/git/refs/{ref}": dropRef,
};

async function branch({ world, params }: Call): Promise<Reply> {
  const name = params["branch"] ?? "";
  const tip = await world.bare.tip(name);
  return tip === null ? notFound : { status: 200, body: branchAnswer(world, name, await world.bare.facts(tip)) };
}

async function dropRef({ world, params }: Call): Promise<Reply> {
  if (!world.settings.push) return forbidden;
  const name = (params["ref"] ?? "").replace(/^heads\//, "");
  if ((await world.bare.tip(name)) === null)
    return unprocessable("Reference does not exist", { resource: "Reference", code: "custom" });
  if (world.protections.has(name) || name === world.defaultBranch)
    return unprocessable("Cannot delete this branch", { resource: "Reference", code: "custom" });
  await world.bare.dropBranch(name);
  return { status: 204 };
}
