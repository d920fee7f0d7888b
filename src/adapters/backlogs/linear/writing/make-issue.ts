import { randomUUID } from "node:crypto";
import type { NewTask } from "../../../../ports/backlog.ts";
import { clearIssue, type IssueDraft, isCleared } from "./check-issue.ts";
import { linearError } from "../asking/linear-error.ts";
import { knownLabels } from "./linear-labels.ts";
import type { LinearPlace } from "../linear-project.ts";
import { linearQueries, type LinearState } from "../asking/linear-queries.ts";
import type { AskLinear } from "../asking/linear-query.ts";
import { stateFor } from "./linear-workflow.ts";

/** What making an issue needs of the project: where it is, its issues by their ids, and the time (ms). */
export interface Making {
  readonly ask: AskLinear;
  readonly place: LinearPlace;
  readonly issues: ReadonlyMap<string, { readonly id: string }>;
  readonly now: () => number;
}

/** Makes an issue of the harness's own, if nothing speaks against it, and resolves to its id. Rejects with BacklogError. */
export async function makeIssue(task: NewTask, making: Making, signal?: AbortSignal): Promise<string> {
  const { ask, place, issues, now } = making;
  const { project, viewer } = place;
  const { projects } = await ask(linearQueries.places, { slug: project.slugId }, signal);
  const milestones = projects.nodes[0]?.projectMilestones.nodes ?? [];
  const team = teamOf(task, projects.nodes[0]?.teams.nodes ?? []);
  const state = stateFor(team.states.nodes, task.state === "in_progress" ? "in-progress" : "unstarted");
  const draft: IssueDraft = {
    title: task.title,
    body: task.body,
    acceptance: task.acceptance,
    parent: task.parent ?? null,
    labels: task.labels ?? [],
    state: state?.name ?? "Todo",
  };
  const labels = await knownLabels(ask, team.id, draft.labels, signal);
  const cleared = clearIssue(
    draft,
    {
      labels: [...labels.values()].map(({ name }) => name),
      states: team.states.nodes.map(({ name }) => name),
      issues: new Set(issues.keys()),
    },
    now(),
  );
  if (!cleared.ok) throw linearError("not-fit", `The issue "${task.title}" is not made: ${cleared.problem.join(" ")}`);
  const group = milestones.find(({ name }) => name === task.group);
  const input = {
    id: randomUUID(),
    teamId: team.id,
    projectId: project.id,
    title: draft.title,
    description: descriptionOf(draft),
    ...(state === null ? {} : { stateId: state.id }),
    ...(task.state === "in_progress" ? { assigneeId: viewer.id } : {}),
    ...(draft.parent === null ? {} : { parentId: issues.get(draft.parent)?.id }),
    ...(task.priority === undefined ? {} : { priority: Math.min(4, Math.max(1, task.priority)) }),
    ...(group === undefined ? {} : { projectMilestoneId: group.id }),
    labelIds: [...labels.values()].map(({ id }) => id),
  };
  if (!isCleared(cleared.value, draft, now())) throw linearError("not-fit", "The check of the issue is too old.");
  const { issueCreate } = await ask(linearQueries.create, { input }, signal);
  if (issueCreate.issue === null) throw linearError("refused", `Linear did not make the issue "${task.title}".`);
  return issueCreate.issue.identifier;
}

interface Team {
  readonly id: string;
  readonly key: string;
  readonly states: { readonly nodes: readonly LinearState[] };
}

/** The team of the issue that it becomes a part of, else the project's first. */
function teamOf({ parent }: NewTask, teams: readonly Team[]): Team {
  const key = parent?.split("-")[0];
  const team = teams.find((each) => each.key === key) ?? teams[0];
  if (team !== undefined) return team;
  throw linearError("refused", "The project has no team that an issue could be made for.");
}

const descriptionOf = ({ body, acceptance }: IssueDraft): string =>
  [body.trim(), "## Acceptance", acceptance.map((text) => `- [ ] ${text}`).join("\n")].join("\n\n");
