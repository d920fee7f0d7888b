import type { Fact } from "../../core/fact.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import { type Coverage, readCoverage } from "../../core/specs/read-coverage.ts";
import { roundOf, type State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { isClosed } from "../../core/task.ts";
import { warned } from "../../core/texts/warned.ts";
import { ask, frameOf, toldOf } from "../calling/ask.ts";
import { promptCut } from "../calling/prompt-cut.ts";
import type { Engine, Tell } from "../engine.ts";
import { markTree, putBackTo } from "../measuring/tree-mark.ts";
import type { Tools } from "../tools.ts";
import { knownBacklog } from "../tracker/known-backlog.ts";

type CheckSpecs = Extract<Step, { do: "check-specs" }>;

/**
 * Asks once, for specifications of this form, whether closed tasks cover them. What is missing becomes tasks where the source
 * takes them. A call that says nothing is told, and forbids nothing; where the prompt has no room for all, nobody could say.
 */
export async function checkSpecs(step: CheckSpecs, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const { task } = current.claim;
  const prompt = await promptOf(state, tools);
  if (prompt.cut.length > 0)
    return [
      ...promptCut(prompt, "the question whether closed tasks cover the specifications, so that nobody was asked"),
      ...checked(step, null, []),
    ];
  const mark = await markTree(state, tools);
  await tools.surface.take(interruption.signal);
  const place = { role: "coordinator", round: roundOf(current), call: step.call } as const;
  const question = { place, seat: tools.seat(place.role), prompt, frame: frameOf(state, current) };
  const answer = await ask(tools, question, interruption.signal);
  await tell((now) => toldOf(question, answer, now));
  const warning = { code: "changed_by_a_judge", because: "it was asked to look only" };
  const told = await putBackTo(mark, { task: task.id, who: "the coordinator", warning }, state, engine);
  const coverage = answer.fact.outcome === "ok" ? readCoverage(answer.text) : null;
  const added = coverage === null ? [] : await addTasks(coverage, tools);
  return [...told, ...checked(step, coverage, added)];
}

/** What the call came to, told and remembered. Null: nobody could say. */
const checked = ({ digest }: CheckSpecs, coverage: Coverage | null, added: readonly string[]): readonly Fact[] => [
  ...notes(coverage, added),
  {
    kind: "specs-checked",
    digest,
    covered: coverage?.covered ?? null,
    missing: (coverage?.missing ?? []).map(({ title }) => title),
    added: [...added],
  },
];

async function promptOf(state: State, tools: Tools): Promise<Prompt> {
  const { texts, calls, judge } = tools;
  const { tasks } = await knownBacklog(state, tools);
  const closed = tasks.filter(isClosed).map(({ id, title }) => `${id} ${title}`);
  const specs = judge.mask((await texts.specs())?.text ?? "");
  return buildPrompt(
    [
      { name: "role", rank: "always", text: texts.coverage },
      { name: "closed tasks", rank: 1, text: `## Closed tasks\n\n${judge.fence(closed.join("\n"), "closed tasks")}` },
      { name: "specifications", rank: 2, text: `## Specifications\n\n${judge.fence(specs, "specifications")}` },
    ],
    calls.promptMaxBytes,
  );
}

async function addTasks({ missing }: Coverage, { backlog }: Tools): Promise<string[]> {
  const added: string[] = [];
  for (const { title, body } of backlog.add === undefined ? [] : missing) {
    const task = await backlog.add?.({
      stem: "SPEC",
      title,
      state: "todo",
      body,
      acceptance: [],
      group: null,
    });
    if (task !== undefined) added.push(task.id);
  }
  return added;
}

function notes(coverage: Coverage | null, added: readonly string[]): readonly Fact[] {
  if (coverage === null)
    return [
      warned(
        "specs_not_checked",
        "nobody could say whether the specifications below .ralph/specs/ are covered by closed tasks",
      ),
    ];
  if (coverage.covered) return [];
  const what = coverage.missing.map(({ title }) => title).join("; ");
  const where = added.length > 0 ? `now in the backlog: ${added.join(", ")}` : "put them into the backlog by hand";
  return [warned("specs_uncovered", `closed tasks do not cover the specifications: ${what}; ${where}`)];
}
