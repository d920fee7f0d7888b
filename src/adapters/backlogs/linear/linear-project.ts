import { nearIds } from "../near-ids.ts";
import { linearError } from "./asking/linear-error.ts";
import { linearQueries, type LinearProject } from "./asking/linear-queries.ts";
import type { AskLinear } from "./asking/linear-query.ts";

/** The project whose issues are the tasks, and whose key is used. */
export interface LinearPlace {
  readonly project: LinearProject;
  readonly viewer: { readonly id: string; readonly name: string };
}

const mostPages = 10;

/** Finds the project that a person named: by its name, the last part of its address, or the address. Rejects with BacklogError. */
export async function findProject(ask: AskLinear, named: string, signal?: AbortSignal): Promise<LinearPlace> {
  const name = slugIn(named.trim());
  if (name === "") throw linearError("no-project", "Tasks come from Linear, but no project is named.");
  const { viewer, projects } = await ask(linearQueries.project, { name }, signal);
  const [project, ...others] = projects.nodes;
  if (project === undefined) throw await noSuchProject(ask, named, signal);
  if (others.length === 0) return { project, viewer };
  const ways = projects.nodes.map(({ slugId }) => slugId).join(", ");
  const hint = `Set RALPH_LINEAR_PROJECT to one of these: ${ways}.`;
  throw linearError("many-projects", `Linear has ${projects.nodes.length} projects called ${named}.`, { hint });
}

/* An address ends in the project's name and its short id: `…/project/the-name-1a2b3c4d5e6f`. */
const slugIn = (named: string): string => /\/project\/(?:[^/?#]*-)?([0-9a-f]{8,})(?:[/?#]|$)/.exec(named)?.[1] ?? named;

async function noSuchProject(ask: AskLinear, named: string, signal?: AbortSignal): Promise<Error> {
  const names: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const { projects }: { projects: ProjectPage } = await ask(linearQueries.projects, { after }, signal);
    names.push(...projects.nodes.map(({ name }) => name));
    after = projects.pageInfo.endCursor;
    if (!projects.pageInfo.hasNextPage || after === null) break;
  }
  const near = nearNames(named, names);
  const hint =
    names.length === 0
      ? "This key sees no project at all: use one of an account that is a member of its team."
      : near.length > 0
        ? `Did you mean ${near.join(" or ")}? Set RALPH_LINEAR_PROJECT to it.`
        : `It has ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}. Set RALPH_LINEAR_PROJECT to one of them.`;
  return linearError("no-project", `Linear has no project called ${named}, or this key may not see it.`, { hint });
}

type ProjectPage = { nodes: LinearProject[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** Names that are a few letters off, and those that begin like it. */
function nearNames(named: string, names: readonly string[]): readonly string[] {
  const low = named.toLowerCase();
  const alike = names.filter((name) => name.toLowerCase().startsWith(low) || low.startsWith(name.toLowerCase()));
  return [...new Set([...nearIds(named, names), ...alike])].slice(0, 3);
}
