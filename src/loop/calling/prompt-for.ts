import { traitsOf } from "../../core/playbooks/traits.ts";
import { noWorkSummary } from "../../core/answer/work-summary.ts";
import { objectionsIn } from "../../core/crew/crew-review.ts";
import type { FactOf } from "../../core/fact.ts";
import { failureOf } from "../../core/merging/merges.ts";
import { issueLine } from "../../core/texts/escalation-text.ts";
import { outputOf } from "../crew/preflight-task.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import { fillTemplate, workPrompt } from "../../core/prompt/work-prompt.ts";
import { auditProblem, isAuditing } from "../../core/playbooks/audit.ts";
import { cleanupOf } from "../../core/tracker/own-account.ts";
import { dueGate } from "../../core/playbooks/due-gate.ts";
import type { Closer, Policy, SourceKind } from "../../core/policy.ts";
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
  const isAudit = isAuditing(state, iteration);
  const isSummary = state.policy.answer === "summary";
  const tracker = state.policy.tracker === "agent" ? (texts.phrases["contract.tracker"] ?? "") : "";
  const block = fillTemplate(texts.contract, { ...contractWords[state.policy.contract], tracker });
  const contract = isSummary ? texts.summary : isAudit ? `${texts.findings}\n\n${block}` : block;
  if (step.purpose === "ask-block") {
    const ask = isAudit
      ? fillTemplate(texts.askJson, { problem: auditProblem(iteration) ?? "" })
      : isSummary
        ? fillTemplate(texts.askJson, { problem: noWorkSummary })
        : texts.askBlock;
    return buildPrompt([{ name: "ask", rank: "always", text: `${ask}\n\n${contract}` }], calls.promptMaxBytes);
  }
  const { claim } = iteration;
  const fenced = (text: string | null, label: string): string | null =>
    text === null || text.trim() === "" ? null : judge.fence(text, label);
  const parts = workPrompt({
    role: isAudit ? texts.audit : roleText(step, state, iteration, tools),
    contract: step.role === "architect" ? null : contract,
    remarks: step.role === "architect" ? "" : remarksFor(state.policy, texts),
    task: withPlainCriteria(claim.task),
    taskData: judge.fence([claim.task.title, claim.task.body].filter((text) => text !== "").join("\n\n"), "task"),
    standing: iteration.measured?.tracker?.now ?? state.counts ?? iteration.measured?.standing ?? state.lastStanding,
    resumed: isResumed(claim),
    attempt: claim.attempt,
    corrections: state.corrections,
    cleanup: cleanupOf(state),
    mergeFailures: mergeFailuresOf(state, claim.task),
    answers: claim.answers ?? [],
    findings: fenced(findingsFor(step, iteration), "findings"),
    gateOutput: fenced(failedOutput(step, state, iteration), "output of the failed check"),
    brief: fenced(briefFor(iteration), "brief"),
    near: claim.near,
    design: fenced(iteration.design, "design"),
    project: await texts.project(),
    progress: fenced(await texts.progress(), "progress"),
  });
  return buildPrompt(parts, calls.promptMaxBytes);
}

/** What else may be said in the answer: what the playbook listens for, and which task comes next, where its brief is made ahead. */
function remarksFor({ playbook, briefs, answer, contract }: Policy, { phrases }: PromptTools["texts"]): string {
  const knowsNext = briefs === true && answer === "block" && contract === "workflow/1.2";
  const remarks = [phrases[`remarks.${playbook}`], knowsNext ? phrases["remarks.next"] : undefined];
  return remarks.filter((text) => text !== undefined).join("\n\n");
}

/** Somebody has begun it for us: in this repository, or elsewhere in our name, as a tracker says. */
const isResumed = ({ attempt, task, preflight, repair }: Iteration["claim"]): boolean =>
  attempt > 1 || (task.state === "in_progress" && preflight !== true && !repair);

const briefFor = ({ brief }: Iteration): string | null =>
  brief?.brief == null ? null : JSON.stringify(brief.brief, null, 2);

/** What was said by the command that failed in the round before: of the gate, or the hook that has refused the landing. */
function failedOutput({ round }: WorkStep, state: State, iteration: Iteration): string | null {
  const { gates, refusedLandings, claim } = iteration;
  if (claim.preflight === true && round === 1) return outputOf(state);
  const failure = failureOf(state, claim.task.id);
  if (round === 1 && failure !== null) return failure.log;
  const unmet = unmetOutput(iteration, round - 1);
  if (unmet !== null) return unmet;
  const last = gates.at(-1);
  if (last?.verdict !== "red" || last.round < round - 1)
    return loggedOrSaid(refusedLandings.find((one) => one.round === round - 1));
  // A verdict that was served again has no output of its own.
  const tails = gates.flatMap(({ verdict, receipts }) => (verdict === "red" ? [receipts.at(-1)?.tail ?? ""] : []));
  return tails.findLast((tail) => tail !== "")?.slice(-outputBytes) ?? null;
}

const loggedOrSaid = (refused: FactOf<"landing-refused"> | undefined): string | null =>
  refused === undefined ? null : (refused.log ?? refused.message);

/** What stands against the merge of the task's pull request since it was looked at last. */
function mergeFailuresOf(state: State, { id }: Task): readonly string[] {
  const failure = failureOf(state, id);
  return failure === null ? [] : [inOneLine(`${failure.pr} ${failure.result}: ${failure.message}`)];
}

/** The command of a criterion that was not met: it runs only where the gate is not red. */
const unmetOutput = ({ acceptance }: Iteration, round: number): string | null =>
  acceptance
    .findLast((one) => one.round === round)
    ?.receipts.find(({ exitCode }) => exitCode !== 0)
    ?.tail.slice(-outputBytes) ?? null;

/** What the reviewers of the round before have found, united. */
function findingsFor({ round }: WorkStep, iteration: Iteration): string | null {
  const found = objectionsIn(iteration, round - 1);
  return found.length === 0 ? null : found.map((issue) => `- ${issueLine(issue)}`).join("\n");
}

type WorkStep = Extract<Step, { do: "work" }>;

/** Criteria are lines of their own in the prompt, so that none of them may hold a line break. */
const withPlainCriteria = (task: Task): Task => ({
  ...task,
  acceptance: task.acceptance.map((item) => ({ ...item, text: inOneLine(item.text) })),
  ...(task.looseCriteria === undefined ? {} : { looseCriteria: task.looseCriteria.map(inOneLine) }),
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

function roleText(step: Extract<Step, { do: "work" }>, state: State, iteration: Iteration, tools: PromptTools): string {
  const { claim } = iteration;
  const template = tools.texts.roles[step.role] ?? "";
  const say = (name: string): string => tools.texts.phrases[name] ?? "";
  const values = {
    plan: tools.backlog.files[0] ?? tools.backlog.kind,
    branch: claim.branch ?? "",
    defaultBranch: tools.repository.defaultBranch,
    gate: listOf(tools.gate.commands),
    ownGate: listOf(claim.task.gate),
    focusedTest: tools.calls.focusedTest ?? "",
  };
  if (claim.cleanup !== undefined) return fillTemplate(say("cleanup"), values);
  const closer = state.policy.tracker ?? state.policy.close;
  const filled = fillTemplate(template, {
    closing: closing(claim.repair ? "harness" : closer, state.policy.source, say),
    committing: say(`committing.${committing(state.policy)}`),
    testing: say(`testing.${testing(state, iteration)}`),
    focused: say(`focused.${tools.calls.focusedTest == null ? "none" : "command"}`),
  });
  return fillTemplate(filled, values);
}

const listOf = (commands: readonly string[]): string => commands.map((command) => `\`${command}\``).join(", ");

/* Who commits the work, and where. */
const committing = ({ playbook, branching }: Policy): "task" | "current" | "harness" => {
  if (traitsOf[playbook].whoCommits === "harness") return "harness";
  return branching === "task" ? "task" : "current";
};

/* How a task is closed is the source's own way; a box in a text is ticked alike everywhere. */
const closing = (closer: Closer, source: SourceKind, say: (name: string) => string): string =>
  say(`closing.${closer}.${source}`) || say(`closing.${closer}`);

function testing(state: State, iteration: Iteration): "deferred" | "epic" | "task" | "own" | "none" {
  const { claim } = iteration;
  const due = dueGate(state, iteration);
  if (due !== null && due !== "full") return "own";
  if (!state.policy.gated) return "none";
  if (state.policy.qa !== "epic" || claim.task.large || claim.repair) return "task";
  return claim.boundary ? "epic" : "deferred";
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
