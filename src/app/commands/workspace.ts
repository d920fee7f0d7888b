import type { Command } from "commander";
import { planBranch, type PlanPlace } from "../../adapters/backlogs/exec-plan/find-plan.ts";
import { archiveWorkspace, inspectWorkspace, notComplete } from "../../adapters/backlogs/exec-plan/workspace-files.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import { gitHistory } from "../../adapters/workspace/git/history/git-history.ts";
import { gitWorkspace } from "../../adapters/workspace/git/git-workspace.ts";
import { gitRemote } from "../../adapters/workspace/git/history/git-remote.ts";
import { gitRepository } from "../../adapters/workspace/git/git-repository.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import { ForgeError } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { forgeOf } from "../compose/forge.ts";
import { problemOf } from "../problems.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import { type CommandAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { planGate } from "../backlog/plan-gate.ts";
import { commitPlan, type SetUp, setUpWorkspace } from "../backlog/set-up-workspace.ts";
import { byHand } from "../desk/by-hand.ts";
import { atDesk, type Desk } from "../desk/desk.ts";
import { badUse } from "../desk/exit-codes.ts";
import { repositoryOf } from "../desk/repository-of.ts";
import { tell } from "../desk/tell.ts";
import { underLock } from "../desk/under-lock.ts";
import type { CommandContext } from "../words/program.ts";

const redGate = exitCodeOf("preflight_failed");

/** Defines `ralph workspace`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText("after", "\nExamples:\n  ralph workspace setup 0001\n  ralph workspace archive 0001");
  const at = (act: (desk: Desk) => Promise<CommandAnswer>): Promise<void> =>
    done(
      atDesk(world, {}, (desk) =>
        underLock(world, desk.root, byHand("workspace"), async () => tell(world, await act(desk), "text")),
      ),
    );
  command
    .command("setup <number>")
    .description("make the workspace of an execution plan, on a branch of its own")
    .option("--allow-red", "continue even if the project's checks fail")
    .action((number: string, options: { readonly allowRed?: boolean }) =>
      at((desk) => setUp(desk, number, options.allowRed === true)),
    );
  command
    .command("archive <number>")
    .description("put a finished plan and its documents away")
    .option("--pr", "open a pull request for its branch")
    .action((number: string, options: { readonly pr?: boolean }) =>
      at((desk) => archive(desk, number, options.pr === true)),
    );
}

async function gitOf(desk: Desk) {
  const repository = await repositoryOf(desk);
  return { workspace: gitWorkspace(repository), history: gitHistory(repository) };
}

const isNumber = (text: string): boolean => /^\d{1,8}$/.test(text);
const noNumber = (text: string): CommandAnswer =>
  refusal(
    `${text} is not the number of a plan.`,
    "Use the one that its file begins with: ralph workspace setup 0001",
    badUse,
  );

async function setUp(desk: Desk, number: string, allowRed: boolean): Promise<CommandAnswer> {
  if (!isNumber(number)) return noNumber(number);
  const { root, config, world } = desk;
  await using processes = processSupervisor();
  const signal = new AbortController().signal;
  const check = allowRed
    ? null
    : (plan: PlanPlace) => planGate({ config, root, around: world, processes, signal }, plan);
  return setUpAnswer(await setUpWorkspace({ root, check, ...(await gitOf(desk)) }, { number, onBranch: true }));
}

function setUpAnswer(found: SetUp): CommandAnswer {
  switch (found.kind) {
    case "refused":
      return refusal(found.message, found.hint, badUse);
    case "red":
      return refusal(
        `The checks fail before any work: ${found.failing}\n${found.output.trim()}`,
        "Make them green first, or go on all the same with --allow-red. Nothing was changed.",
        redGate,
      );
    case "completed":
      return putAwayBefore(found.place);
    case "there":
      return textAnswer(
        `The workspace is there, on ${found.branch ?? "this branch"}: ${found.place.plan.name}\nNext: ralph run\n`,
      );
    case "made":
      return textAnswer(
        `The workspace was made, on ${found.branch ?? "this branch"}: ${found.place.plan.name}\nHave both documents reviewed by a colleague or another model before the first increment.\nNext: ralph run\n`,
      );
  }
}

const putAwayBefore = ({ id, plan }: PlanPlace): CommandAnswer =>
  refusal(
    `Plan ${id} was put away: ${plan.name}.`,
    "Move it back to docs/exec-plans/active to work on it again.",
    badUse,
  );

/** Pushes the branch of a plan that is put away, and opens a pull request for it; the one that is open already is told again. */
async function offerPlan({ root, config, world }: Desk, place: PlanPlace): Promise<CommandAnswer> {
  const repository = await openRepository(root, { env: world.env });
  const branch = planBranch(place);
  try {
    const wanted = { ...config, landing: { ...config.landing, forge: "github" as const } };
    const forge = await forgeOf(wanted, repository, world);
    if (forge === null) throw new ForgeError("invalid", "There is no forge to open a pull request at.");
    await gitRemote(gitRepository(repository, { env: world.env }), { env: world.env }).push(branch);
    const title = `feat(${place.id}): ${place.name}`;
    const pull = await forge.open({
      branch,
      base: repository.defaultBranch,
      title,
      body: `Plan ${place.id}: ${place.plan.name}\n`,
    });
    return textAnswer(`Plan ${place.id} was put away; its pull request: ${pull.url}\n`);
  } catch (error) {
    const problem = error instanceof ForgeError || error instanceof WorkspaceError ? problemOf(error) : null;
    if (problem === null) throw error;
    return refusal(
      `Plan ${place.id} was put away, but not offered: ${problem.message}`,
      problem.next,
      exitCodeOf(problem.reason),
    );
  }
}

async function archive(desk: Desk, number: string, wantsPullRequest: boolean): Promise<CommandAnswer> {
  if (!isNumber(number)) return noNumber(number);
  const state = inspectWorkspace(desk.root, number);
  if (state.kind === "refused") return refusal(state.message, state.hint, badUse);
  if (state.kind === "completed") return wantsPullRequest ? offerPlan(desk, state.place) : putAwayBefore(state.place);
  if (state.kind === "waiting")
    return refusal(
      `Plan ${state.from.id} has no workspace on this branch.`,
      `Its work is on ${planBranch(state.to)}: git switch ${planBranch(state.to)}`,
      badUse,
    );
  const why = notComplete(state.place);
  if (why !== null)
    return refusal(
      `Plan ${state.place.id} is not complete: ${why}.`,
      "`ralph run` works it; `ralph plan list` shows how it stands.",
      badUse,
    );
  const git = await gitOf(desk);
  await archiveWorkspace(desk.root, state.place);
  await commitPlan(git, state.place, `archive plan ${state.place.id}`);
  if (wantsPullRequest) return offerPlan(desk, state.place);
  return textAnswer(
    `Plan ${state.place.id} was put away: its branch ${planBranch(state.place)} is ready to be merged.\n`,
  );
}
