import type { Fact } from "../../core/fact.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import { type Coverage, readCoverage } from "../../core/specs/read-coverage.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { isClosed } from "../../core/task.ts";
import { callAgent } from "../calling/call-agent.ts";
import { boundsOf } from "../calling/call-bounds.ts";
import { finishedCall, unknownCost } from "../calling/finished-call.ts";
import type { Engine, Tell } from "../engine.ts";
import { markTree, putBackTo } from "../measuring/tree-mark.ts";
import type { Tools } from "../tools.ts";

type CheckSpecs = Extract<Step, { do: "check-specs" }>;

/**
 * Asks once, for specifications of this form, whether closed tasks cover them (L-12). What is missing becomes tasks where the source
 * takes them. A call that says nothing is told, and forbids nothing.
 */
export async function checkSpecs(step: CheckSpecs, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const mark = await markTree(state, tools);
  await tools.surface.take(interruption.signal);
  const place = { role: "coordinator", round: current.calls.at(-1)?.round ?? 1, call: step.call } as const;
  const seat = tools.seat(place.role);
  const prompt = await promptOf(tools);
  const report = await callAgent(
    tools,
    {
      ...place,
      seat,
      prompt: prompt.text,
      resume: null,
      resumedUsage: null,
      iteration: current.n,
      task: current.claim.task.id,
      attempt: current.claim.attempt,
      bounds: boundsOf(state, current),
    },
    interruption.signal,
  );
  const fact = finishedCall(place, { seat, report, promptBytes: prompt.bytes }, tools);
  await tell((now) => [{ kind: "agent-finished", ...fact }, ...unknownCost(now, fact)]);
  const warning = { code: "changed_by_a_judge", because: "it was asked to look only" };
  const told = await putBackTo(mark, { task: current.claim.task.id, who: "the coordinator", warning }, state, engine);
  const coverage = fact.outcome === "ok" ? readCoverage(report.reading.finalText) : null;
  const added = coverage === null ? [] : await addTasks(coverage, tools);
  return [
    ...told,
    ...notes(coverage, added),
    {
      kind: "specs-checked",
      digest: step.digest,
      covered: coverage?.covered ?? null,
      missing: (coverage?.missing ?? []).map(({ title }) => title),
      added,
    },
  ];
}

async function promptOf({ texts, calls, judge, backlog }: Tools): Promise<Prompt> {
  const { tasks } = await backlog.load();
  const closed = tasks.filter(isClosed).map(({ id, title }) => `${id} ${title}`);
  const specs = (await texts.specs())?.text ?? "";
  return buildPrompt(
    [
      { name: "role", rank: "always", text: texts.coverage },
      { name: "closed tasks", rank: 1, text: `## Closed tasks\n\n${judge.fence(closed.join("\n"), "closed tasks")}` },
      { name: "specifications", rank: 2, text: `## Specifications\n\n${judge.fence(specs, "specifications")}` },
    ],
    calls.promptMaxBytes,
  );
}

async function addTasks({ missing }: Coverage, { backlog, judge }: Tools): Promise<string[]> {
  const added: string[] = [];
  for (const { title, body } of backlog.add === undefined ? [] : missing) {
    const task = await backlog.add?.({
      stem: "SPEC",
      title: judge.mask(title),
      state: "todo",
      body: judge.mask(body),
      acceptance: [],
      group: null,
    });
    if (task !== undefined) added.push(task.id);
  }
  return added;
}

function notes(coverage: Coverage | null, added: readonly string[]): readonly Fact[] {
  const note = (code: string, message: string): readonly Fact[] => [
    { kind: "warned", code, severity: "warning", message },
  ];
  if (coverage === null)
    return note(
      "specs_not_checked",
      "nobody could say whether the specifications below .ralph/specs/ are covered by closed tasks",
    );
  if (coverage.covered) return [];
  const what = coverage.missing.map(({ title }) => title).join("; ");
  const where = added.length > 0 ? `now in the backlog: ${added.join(", ")}` : "put them into the backlog by hand";
  return note("specs_uncovered", `closed tasks do not cover the specifications: ${what}; ${where}`);
}
