import type { Command } from "commander";
import { nearIds } from "../../adapters/backlogs/near-ids.ts";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import { isClosed, type Task } from "../../core/task.ts";
import { BacklogError, faultText } from "../../ports/backlog.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { stateText } from "../../show/backlog/plan-text.ts";
import { backlogAt, atDesk, type Desk, ledgerPathOf, lockReadingOf } from "../desk/desk.ts";
import { tell } from "../desk/tell.ts";
import { userName } from "../desk/user-name.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

interface AnswerOptions {
  readonly json?: boolean;
}

const noSuchTask = 1;
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

/** `ralph answer`: the answer goes into the ledger and, where the source has a place for it, into the task, which is queued again (P-43). */
async function answerCommand(desk: Desk, id: string, words: string, options: AnswerOptions): Promise<ExitCode> {
  const { world } = desk;
  try {
    const { tasks } = await backlogAt(desk).load();
    const task = tasks.find((each) => each.id === id);
    if (task === undefined) return tell(world, unknown(id, tasks), "text");
    if (isClosed(task))
      return tell(
        world,
        refusal(
          `${id} is ${task.state}: nothing waits for an answer.`,
          `\`ralph plan reopen ${id}\` opens it again.`,
          noSuchTask,
        ),
        "text",
      );
    const text = (words.trim() === "" ? await fromStdin(world) : words).trim().slice(0, mostText);
    if (text === "")
      return tell(
        world,
        refusal(
          "There is no answer.",
          `Write it behind the id: ralph answer ${id} "…", or give it on stdin.`,
          exitCodeOf("config_invalid"),
        ),
        "text",
      );
    const now = await answer(desk, task, text);
    if (options.json === true) return tell(world, jsonAnswer(now), "json");
    return tell(world, textAnswer(`${stateText(now)}\n${await whatFollows(desk)}\n`), "text");
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    return tell(world, refusal(faultText(error.fault), error.fault.hint, exitCodeOf("config_invalid")), "text");
  }
}

/** The ledger first: from it the answer reaches the agent whatever the source can hold. */
async function answer(desk: Desk, task: Task, text: string): Promise<Task> {
  const backlog = backlogAt(desk);
  const { ledger } = openSqliteLedger(ledgerPathOf(desk.root), { now: desk.world.now });
  using held = ledger;
  const run = held.lastRun();
  if (run !== null)
    held.append(
      { run, iteration: 0, at: desk.world.now() },
      [{ kind: "task-answered", task: task.id, text, by: userName(desk.world) }],
      "synced",
    );
  await backlog.annotate?.({ kind: "answer", id: task.id, text });
  return backlog.setState({ id: task.id, state: "todo" });
}

async function whatFollows({ root }: Desk): Promise<string> {
  const reading = await lockReadingOf(root);
  return reading.state === "live"
    ? `Run ${reading.holder.run} goes on with other tasks; the next one works this with your answer.`
    : "`ralph run` works it, with your answer.";
}

function unknown(id: string, tasks: readonly Task[]) {
  const near = nearIds(
    id,
    tasks.map((each) => each.id),
  );
  return refusal(
    `The backlog has no task ${id}.`,
    near.length === 0 ? "`ralph inbox` lists what waits." : `Did you mean ${near.join(", ")}?`,
    noSuchTask,
  );
}

async function fromStdin({ stdin }: World): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of stdin) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
