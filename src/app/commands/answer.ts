import { existsSync } from "node:fs";
import type { Command } from "commander";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import type { Fact } from "../../core/fact.ts";
import { isClosed, type Task } from "../../core/task.ts";
import { BacklogError, faultText } from "../../ports/backlog.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { stateText } from "../../show/backlog/plan-text.ts";
import { byHand, isByHand } from "../desk/by-hand.ts";
import { backlogAt, atDesk, type Desk, ledgerPathOf, lockReadingOf } from "../desk/desk.ts";
import { badUse, notThere } from "../desk/exit-codes.ts";
import { stdinText } from "../desk/stdin-text.ts";
import { tell } from "../desk/tell.ts";
import { underLock } from "../desk/under-lock.ts";
import { unknownName } from "../desk/unknown-name.ts";
import { userName } from "../desk/user-name.ts";
import { warnOfRun } from "../desk/warn-of-run.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

interface AnswerOptions {
  readonly json?: boolean;
}

/** In characters. */
const mostText = 20_000;

/** Defines `ralph answer`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("<task>", "the task that waits, by its id")
    .argument("[text...]", "the answer; read from stdin where there is none")
    .option("--json", "print the task as it then stands as JSON")
    .addHelpText(
      "after",
      '\nExamples:\n  ralph answer ABC-7 "Keep the old name; add an alias."\n  ralph answer ABC-7 < answer.md\n\n`ralph inbox` lists what waits. The task is queued again, and the answer goes to the agent with it.',
    )
    .action((task: string, words: readonly string[], options: AnswerOptions) =>
      done(atDesk(world, {}, (desk) => answerCommand(desk, task, words.join(" "), options))),
    );
}

/**
 * `ralph answer`: the answer goes into the ledger and, where the source has a place for it, into the task, which is queued again
 *.
 */
async function answerCommand(desk: Desk, id: string, words: string, options: AnswerOptions): Promise<ExitCode> {
  const { world } = desk;
  try {
    const { tasks } = await (await backlogAt(desk)).load();
    const task = tasks.find((each) => each.id === id);
    if (task === undefined) return tell(world, unknown(id, tasks), "text");
    if (isClosed(task)) return tell(world, closed(task), "text");
    const text = (words.trim() === "" ? await stdinText(world) : words).trim();
    if (text === "") return tell(world, noAnswer(id), "text");
    if (text.length > mostText) return tell(world, tooLong(text.length), "text");
    return await besideRun(desk, async () => {
      const now = await answer(desk, task, text);
      if (now === null) return tell(world, noPlace(id, (await backlogAt(desk)).kind), "text");
      if (options.json === true) return tell(world, jsonAnswer(now), "json");
      return tell(world, textAnswer(`${stateText(now)}\n${await whatFollows(desk)}\n`), "text");
    });
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    return tell(world, refusal(faultText(error.fault), error.fault.hint, badUse), "text");
  }
}

/** A run need not end for an answer: it goes on with other tasks. Without one, none begins while the answer is written. */
async function besideRun(desk: Desk, write: () => Promise<ExitCode>): Promise<ExitCode> {
  const reading = await lockReadingOf(desk.root);
  if (reading.state !== "live" || isByHand(reading.holder.run))
    return underLock(desk.world, desk.root, byHand("answer"), write);
  await warnOfRun(desk);
  return write();
}

/** The ledger first: from it the answer reaches the agent whatever the source can hold. Null, and nothing written: neither can. */
async function answer(desk: Desk, task: Task, text: string): Promise<Task | null> {
  const backlog = await backlogAt(desk);
  const inLedger = keptInLedger(desk, task, text);
  const inSource = (await backlog.annotate?.({ kind: "answer", id: task.id, text })) ?? false;
  if (!inLedger && !inSource) return null;
  try {
    return await backlog.setState({ id: task.id, state: "todo" });
  } catch (error) {
    if (!inLedger || !(error instanceof BacklogError) || error.code !== "unwritable") throw error;
    desk.world.stderr.write(`${error.message} ${error.fault.hint}\n`);
    return task;
  }
}

/** A fact belongs to a run: before the first one there is nothing that could hold it. */
function keptInLedger({ root, world }: Desk, task: Task, text: string): boolean {
  const path = ledgerPathOf(root);
  if (!existsSync(path)) return false;
  using ledger = openSqliteLedger(path, { now: world.now }).ledger;
  const run = ledger.lastRun();
  if (run === null) return false;
  const fact: Fact = { kind: "task-answered", task: task.id, text, by: userName(world) };
  ledger.append({ run, iteration: 0, at: world.now() }, [fact], "synced");
  return true;
}

async function whatFollows({ root }: Desk): Promise<string> {
  const reading = await lockReadingOf(root);
  return reading.state === "live" && !isByHand(reading.holder.run)
    ? `Run ${reading.holder.run} goes on with other tasks; the next one works this with your answer.`
    : "`ralph run` works it, with your answer.";
}

const closed = ({ id, state }: Task): CommandAnswer =>
  refusal(`${id} is ${state}: nothing waits for an answer.`, `\`ralph plan reopen ${id}\` opens it again.`, notThere);

const noAnswer = (id: string): CommandAnswer =>
  refusal("There is no answer.", `Write it after the id: ralph answer ${id} "…", or give it on stdin.`, badUse);

const tooLong = (length: number): CommandAnswer =>
  refusal(
    `The answer has ${length} characters; an agent is given ${mostText} at most. Nothing was written.`,
    "Put the long part into a file of the repository, and name that file in the answer.",
    badUse,
  );

const noPlace = (id: string, kind: string): CommandAnswer =>
  refusal(
    `The answer can't be kept: nothing has run here yet, and a backlog of the kind ${kind} has no place for it below ${id}.`,
    "Write it into the task itself, where the agent reads it.",
    badUse,
  );

const unknown = (name: string, tasks: readonly Task[]): CommandAnswer =>
  unknownName({ what: "task", name, known: tasks.map(({ id }) => id), hint: "`ralph inbox` lists what waits." });
