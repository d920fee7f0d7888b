import type { Change, Fact } from "../../core/fact.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { carriesState } from "../../ports/backlog.ts";
import { agentChanges } from "../aside.ts";
import { ask, frameOf, toldOf } from "../calling/ask.ts";
import type { Engine, Tell } from "../engine.ts";
import { listed } from "../listed.ts";
import type { Tools } from "../tools.ts";
import { markTree, putBackTo, type TreeMark } from "../measuring/tree-mark.ts";

type Simplify = Extract<Step, { do: "simplify" }>;

/**
 * Lets the simplifier go over the files that an epic has changed. It may take out; what it does beyond those files, or in a call
 * that went wrong, is put back at once.
 */
export async function simplify(step: Simplify, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const mark = await markTree(state, tools);
  const files = await epicFiles(step.since, mark.tree, tools);
  if (files.length === 0) return [simplified(step, { before: mark, after: mark, paths: [], refused: null })];
  await tools.surface.take(interruption.signal);
  const outcome = await call(step, files, { state, current, engine, tell });
  const now = await markTree(state, tools);
  const changes = agentChanges(await tools.workspace.changes(mark.tree, now.tree), tools.backlog.files);
  const refused =
    outcome === "ok" ? await objection({ mark, now, changes, files }, tools) : `its call ended with ${outcome}`;
  const after: TreeMark = refused === null ? { ...now, plan: mark.plan } : mark;
  const warning = { code: "simplifier_put_back", because: refused ?? "" };
  const told = await putBackTo(after, { task: current.claim.task.id, who: "the simplifier", warning }, state, engine);
  const paths = refused === null ? changes.map((change) => change.path) : [];
  return [...told, simplified(step, { before: mark, after, paths, refused })];
}

/** Files of the epic that are still there; the backlog's own are no code. */
async function epicFiles(since: string, tree: string, { workspace, backlog }: Tools): Promise<readonly string[]> {
  const changes = agentChanges(await workspace.changes(since, tree), backlog.files);
  return changes
    .filter(({ path, kind }) => kind !== "deleted" && !carriesState(backlog, path))
    .map((change) => change.path);
}

interface Desk {
  readonly state: State;
  readonly current: Iteration;
  readonly engine: Engine;
  readonly tell: Tell;
}

async function call(step: Simplify, files: readonly string[], { state, current, engine, tell }: Desk): Promise<string> {
  const { tools, interruption } = engine;
  const place = { role: "simplifier", round: step.round, call: step.call } as const;
  const seat = tools.seat(place.role);
  const question = { place, seat, prompt: promptOf(files, tools), frame: frameOf(state, current) };
  const answer = await ask(tools, question, interruption.signal);
  await tell((now) => toldOf(question, answer, now));
  return answer.fact.outcome;
}

const promptOf = (files: readonly string[], { texts, calls, judge }: Tools): Prompt =>
  buildPrompt(
    [
      { name: "role", rank: "always", text: texts.roles.simplifier ?? "" },
      { name: "files", rank: 1, text: `## The files\n\n${judge.fence(files.join("\n"), "files of the epic")}` },
    ],
    calls.promptMaxBytes,
  );

interface Work {
  readonly mark: TreeMark;
  readonly now: TreeMark;
  readonly changes: readonly Change[];
  readonly files: readonly string[];
}

/** Why what the simplifier did can't stand; null where it can. */
async function objection({ mark, now, changes, files }: Work, { workspace }: Tools): Promise<string | null> {
  if (now.branch !== mark.branch) return "it left the branch";
  if (now.head !== mark.head && (await workspace.commitsBetween(now.head, mark.head)).length > 0)
    return "it took commits out of the branch";
  const own = new Set(files);
  const others = changes.map((change) => change.path).filter((path) => !own.has(path));
  return others.length === 0 ? null : `these are no files of the epic: ${listed(others)}`;
}

interface Came {
  readonly before: TreeMark;
  readonly after: TreeMark;
  readonly paths: readonly string[];
  readonly refused: string | null;
}

const simplified = (step: Simplify, { before, after, paths, refused }: Came): Fact => ({
  kind: "work-simplified",
  call: step.call,
  before: before.tree,
  headBefore: before.head,
  tree: after.tree,
  head: after.head,
  paths: [...paths],
  refused,
});
