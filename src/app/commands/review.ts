import type { Command } from "commander";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { taskId } from "../../core/task-id.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { landingJson, landingsText, landingText } from "../../show/report/review-text.ts";
import { byHand } from "../desk/by-hand.ts";
import { atDesk, type Desk, ledgerPathOf } from "../desk/desk.ts";
import { notThere } from "../desk/exit-codes.ts";
import { findRun } from "../desk/find-run.ts";
import { oneKey } from "../desk/one-key.ts";
import { repositoryOf } from "../desk/repository-of.ts";
import { formOf, tell } from "../desk/tell.ts";
import { underLock } from "../desk/under-lock.ts";
import { unknownName } from "../desk/unknown-name.ts";
import { userName } from "../desk/user-name.ts";
import { type Revert, revertLanding } from "../handover/revert-landing.ts";
import { unreviewed, type Unreviewed } from "../handover/unreviewed.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

interface ReviewOptions {
  readonly json?: boolean;
  readonly list?: boolean;
  readonly accept?: string;
  readonly revert?: string;
}

/** Defines `ralph review`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("[run]", "only what this run has landed")
    .option("--list", "list what waits for a review, and ask nothing")
    .option("--accept <what>", "accept one landing, by its task or commit; `all` for all of them")
    .option("--revert <what>", "revert one landing, by its task or commit, and open its task again")
    .option("--json", "print it as JSON, and ask nothing")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph review\n  ralph review --list\n  ralph review --revert ABC-7\n  ralph review --accept all",
    )
    .action((run: string | undefined, options: ReviewOptions) =>
      done(atDesk(world, {}, (desk) => reviewCommand(desk, run, options))),
    );
}

/** `ralph review`: what has landed and nobody has looked at, the riskiest first; each is accepted or taken back. */
async function reviewCommand(desk: Desk, named: string | undefined, options: ReviewOptions): Promise<ExitCode> {
  const { world } = desk;
  const found = landingsAt(desk, named);
  if (!found.ok) return tell(world, found.answer, "text");
  const { landings } = found;
  if (options.accept !== undefined) return acceptNamed(desk, options.accept, landings, options);
  if (options.revert !== undefined) return revertNamed(desk, options.revert, landings, options);
  if (options.json === true) return tell(world, jsonAnswer(landings.map(landingJson)), "json");
  if (options.list === true || !world.stdout.isTerminal || landings.length === 0)
    return tell(world, textAnswer(landingsText(landings)), "text");
  return walk(desk, landings);
}

type Found =
  | { readonly ok: true; readonly landings: readonly Unreviewed[] }
  | { readonly ok: false; readonly answer: CommandAnswer };

function landingsAt({ root }: Desk, named: string | undefined): Found {
  using ledger = readSqliteLedger(ledgerPathOf(root));
  if (named === undefined) return { ok: true, landings: unreviewed(ledger, null) };
  const run = findRun(ledger, named);
  return run.ok ? { ok: true, landings: unreviewed(ledger, run.run) } : run;
}

const keysText = "a accept   r revert   d diff   s later   q quit";

/** One landing after the other, a key each. */
async function walk(desk: Desk, landings: readonly Unreviewed[]): Promise<ExitCode> {
  const { world } = desk;
  const say: Say = (text) => world.stdout.write(terminalSafe(text));
  await using keys = oneKey(world);
  for (const [at, landing] of landings.entries()) {
    say(landingText(landing, await gitText(desk, ["diff", "--stat", ...spanOf(landing)])));
    let isSettled = false;
    while (!isSettled) {
      say(`\n[${at + 1}/${landings.length}] ${keysText} `);
      const key = await keys.next();
      say("\n");
      if (key === null || key === "q") return 0;
      isSettled = (await deeds[key]?.(desk, landing, say)) ?? false;
    }
  }
  say("That was all.\n");
  return 0;
}

/* From where the work on the task began to where it landed. */
const spanOf = ({ commit, detail }: Unreviewed): readonly string[] => [detail.claim.startHead, commit];

type Say = (text: string) => void;

/** What a key does; true where it settles the landing. */
const deeds: Readonly<Record<string, (desk: Desk, landing: Unreviewed, say: Say) => Promise<boolean>>> = {
  a: (desk, landing) => {
    keep(desk, landing, { decision: "accepted", revert: null });
    return Promise.resolve(true);
  },
  r: revertOne,
  d: async (desk, landing, say) => {
    say(await gitText(desk, ["diff", ...spanOf(landing)]));
    return false;
  },
  s: () => Promise.resolve(true),
};

async function revertOne(desk: Desk, landing: Unreviewed, say: Say): Promise<boolean> {
  let result: Revert | null = null;
  await underLock(desk.world, desk.root, byHand("review"), async () => {
    result = await takenBack(desk, landing);
    say(revertText(landing, result));
    return 0;
  });
  return isDone(result);
}

const isDone = (result: Revert | null): boolean => result?.is === "reverted";

async function takenBack(desk: Desk, landing: Unreviewed): Promise<Revert> {
  const { claim, landed } = landing.detail;
  const result = await revertLanding(desk, {
    task: claim.task.id,
    commit: landing.commit,
    branch: claim.branch,
    startHead: claim.startHead,
    agentCommits: landed?.agentCommits ?? [],
  });
  if (result.is === "reverted") keep(desk, landing, { decision: "reverted", revert: result.sha });
  return result;
}

function revertText({ commit, detail }: Unreviewed, result: Revert): string {
  const { id } = detail.claim.task;
  if (result.is === "refused") return `${id} was not reverted: ${result.why}. ${result.hint}\n`;
  const open = result.reopened ? `${id} is open again` : `${id} is not in the backlog any more`;
  return `${commit.slice(0, 10)} is reverted by ${result.sha.slice(0, 10)}; ${open}.\n`;
}

interface Decision {
  readonly decision: "accepted" | "reverted";
  readonly revert: string | null;
}

/** Writes a decision down beside the landing's own facts. */
function keep({ root, world }: Desk, { commit, detail }: Unreviewed, { decision, revert }: Decision): void {
  const { ledger } = openSqliteLedger(ledgerPathOf(root), { now: world.now });
  using held = ledger;
  const { run, view, claim } = detail;
  held.append(
    { run, iteration: 0, at: world.now() },
    [
      {
        kind: "work-reviewed",
        iteration: view.n,
        task: taskId(claim.task.id),
        commit,
        decision,
        by: userName(world),
        revert,
      },
    ],
    "synced",
  );
}

function acceptNamed(desk: Desk, name: string, landings: readonly Unreviewed[], options: ReviewOptions): ExitCode {
  const meant = name === "all" ? landings : landings.filter((landing) => fits(name, landing));
  if (meant.length === 0 && name !== "all") return tell(desk.world, unknown(name, landings), "text");
  for (const landing of meant) keep(desk, landing, { decision: "accepted", revert: null });
  return tell(
    desk.world,
    options.json === true
      ? jsonAnswer(meant.map(({ commit, detail }) => ({ task: detail.claim.task.id, commit, decision: "accepted" })))
      : textAnswer(
          meant.map(({ commit, detail }) => `${detail.claim.task.id} (${commit.slice(0, 10)}) is accepted.\n`).join(""),
        ),
    formOf(options),
  );
}

async function revertNamed(
  desk: Desk,
  name: string,
  landings: readonly Unreviewed[],
  options: ReviewOptions,
): Promise<ExitCode> {
  const landing = landings.find((each) => fits(name, each));
  if (landing === undefined) return tell(desk.world, unknown(name, landings), "text");
  return underLock(desk.world, desk.root, byHand("review"), async () => {
    const result = await takenBack(desk, landing);
    const { id } = landing.detail.claim.task;
    if (result.is === "refused")
      return tell(desk.world, refusal(`${id} was not reverted: ${result.why}.`, result.hint, notThere), "text");
    const told = {
      task: id,
      commit: landing.commit,
      decision: "reverted",
      revert: result.sha,
      reopened: result.reopened,
    };
    return tell(
      desk.world,
      options.json === true ? jsonAnswer(told) : textAnswer(revertText(landing, result)),
      formOf(options),
    );
  });
}

const fits = (name: string, { commit, detail }: Unreviewed): boolean =>
  detail.claim.task.id === name || (name.length >= 7 && commit.startsWith(name));

const unknown = (name: string, landings: readonly Unreviewed[]): CommandAnswer =>
  unknownName({
    what: "landing that waits for a review",
    name,
    known: landings.map(({ detail }) => detail.claim.task.id),
    hint: "`ralph review --list` shows what waits.",
  });

const mostOutput = 200_000;

async function gitText(desk: Desk, args: readonly string[]): Promise<string> {
  const { git } = await repositoryOf(desk);
  const { stdout } = await git.ask({ mode: "read", args, cutAt: mostOutput });
  return stdout.toString();
}
