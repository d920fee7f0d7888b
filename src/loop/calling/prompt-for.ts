import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import { fillTemplate, workPrompt } from "../../core/prompt/work-prompt.ts";
import type { Closer, SourceKind } from "../../core/policy.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Task } from "../../core/task.ts";
import type { Tools } from "../tools.ts";

const outputBytes = 12_000;

/** What of the tools a prompt is made with. */
export type PromptTools = Pick<Tools, "texts" | "judge" | "calls" | "backlog" | "repository" | "gate">;

/** The prompt for a work step: the role's template, the task as data, what the harness knows, and the contract. */
export async function promptFor(
  step: Extract<Step, { do: "work" }>,
  state: State,
  iteration: Iteration,
  { tools }: { readonly tools: PromptTools },
): Promise<Prompt> {
  const { texts, judge, calls } = tools;
  const contract = fillTemplate(texts.contract, contractWords[state.policy.contract]);
  if (step.purpose === "ask-block")
    return buildPrompt(
      [{ name: "ask", rank: "always", text: `${texts.askBlock}\n\n${contract}` }],
      calls.promptMaxBytes,
    );
  const { claim } = iteration;
  const fenced = (text: string | null, label: string): string | null =>
    text === null || text.trim() === "" ? null : judge.fence(text, label);
  const parts = workPrompt({
    role: roleText(step, state, iteration, tools),
    contract: step.role === "architect" ? null : contract,
    task: withPlainCriteria(claim.task),
    taskData: judge.fence([claim.task.title, claim.task.body].filter((text) => text !== "").join("\n\n"), "task"),
    standing: iteration.measured?.standing ?? state.lastStanding,
    resumed: claim.attempt > 1,
    attempt: claim.attempt,
    corrections: state.corrections,
    gateOutput: fenced(failedOutput(iteration), "output of the failed check"),
    design: fenced(iteration.design, "design"),
    project: await texts.project(),
    progress: fenced(await texts.progress(), "progress"),
  });
  return buildPrompt(parts, calls.promptMaxBytes);
}

/** The end of what the gate's failing command said; null where the last verdict was not red. */
function failedOutput({ gates }: Iteration): string | null {
  const last = gates.at(-1);
  return last?.verdict === "red" ? (last.receipts.at(-1)?.tail.slice(-outputBytes) ?? null) : null;
}

/** Criteria are lines of their own in the prompt, so that none of them may hold a line break. */
const withPlainCriteria = (task: Task): Task => ({
  ...task,
  acceptance: task.acceptance.map((item) => ({ ...item, text: item.text.replaceAll(/\s+/g, " ") })),
});

function roleText(step: Extract<Step, { do: "work" }>, state: State, { claim }: Iteration, tools: PromptTools): string {
  const template = tools.texts.roles[step.role] ?? "";
  const say = (name: string): string => tools.texts.phrases[name] ?? "";
  const values = {
    plan: tools.backlog.files[0] ?? tools.backlog.kind,
    branch: claim.branch ?? "",
    defaultBranch: tools.repository.defaultBranch,
    gate: tools.gate.commands.map((command) => `\`${command}\``).join(", "),
  };
  const filled = fillTemplate(template, {
    closing: closing(claim.repair ? "harness" : state.policy.close, state.policy.source, say),
    committing: say(`committing.${state.policy.branching === "task" ? "task" : "current"}`),
    testing: say(`testing.${testing(state, claim)}`),
  });
  return fillTemplate(filled, values);
}

/* How a task is closed is the source's own way; a box in a text is ticked alike everywhere. */
const closing = (closer: Closer, source: SourceKind, say: (name: string) => string): string =>
  say(`closing.${closer}.${source}`) || say(`closing.${closer}`);

function testing(state: State, claim: Iteration["claim"]): "deferred" | "section" | "task" | "none" {
  if (!state.policy.gated) return "none";
  if (state.policy.qa !== "epic" || claim.task.large || claim.repair) return "task";
  return claim.boundary ? "section" : "deferred";
}

const contractWords: Record<State["policy"]["contract"], Readonly<Record<string, string>>> = {
  "status/1": {
    statuses: "IN_PROGRESS, COMPLETE, BLOCKED",
    tests: "PASSING, FAILING, NOT_RUN",
    workTypes: "IMPLEMENTATION, TESTING, DOCUMENTATION, REFACTORING",
  },
  "workflow/1.2": {
    statuses: "IN_PROGRESS, COMPLETE, BLOCKED",
    tests: "PASSING, FAILING, DEFERRED, NOT_RUN",
    workTypes: "IMPLEMENTATION, TESTING, DOCUMENTATION, REFACTORING, VERIFICATION, AUDIT, DEBUGGING",
  },
};
