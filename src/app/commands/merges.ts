import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { taskId } from "../../core/task-id.ts";
import type { TaskId } from "../../core/task.ts";
import { fileMergeQueue, PendingMergesError, readPendingMerges } from "../../adapters/queue/pending-merges.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { mergesText } from "../../show/backlog/merges-text.ts";
import { atDesk, type Desk } from "../desk/desk.ts";
import { badUse, notThere } from "../desk/exit-codes.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

interface Json {
  readonly json?: boolean;
}

/** At the bound the queue has to be drained first. */
const drainFirst = 2;

/** Defines `ralph merges`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    "\nExamples:\n  ralph merges list --json\n  ralph merges add 12 ABC-2 abc-2-branch\n  ralph merges retry 12",
  );
  const at = (options: Json, act: (desk: Desk) => Promise<CommandAnswer>): Promise<void> =>
    done(atDesk(world, {}, (desk) => answered(desk, options, act)));
  command
    .command("list", { isDefault: true })
    .description("the pull requests that wait for their checks")
    .option("--json", "print the file of pending merges")
    .action((options: Json) =>
      at(options, async ({ root }) => {
        const queue = await readPendingMerges(fileOf(root));
        return options.json === true ? jsonAnswer(queue) : textAnswer(mergesText(queue.entries));
      }),
    );
  command
    .command("add")
    .description("put a pull request into the queue; exit code 2 if it is full and has to be drained first")
    .argument("<pr>", "its number", pullRequest)
    .argument("<id>", "the task", word)
    .argument("<branch>", "its branch", word)
    .option("--json", "print the file of pending merges")
    .action((pr: number, id: string, branch: string, options: Json) =>
      at(options, (desk) => add(desk, { pr, task: taskId(id), branch }, options)),
    );
  command
    .command("retry")
    .description("look at a failed pull request again")
    .argument("<pr>", "its number", pullRequest)
    .option("--json", "print the file of pending merges")
    .action((pr: number, options: Json) => at(options, (desk) => retry(desk, pr, options)));
}

function pullRequest(text: string): number {
  if (!/^#?[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError("A pull request has a number, such as 12.");
  return Number(text.replace("#", ""));
}

/** A variable of a script that holds nothing is no task and no branch. */
function word(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}

const fileOf = (root: string): string => join(root, ".ralph", "pending-merges.json");

const queueAt = ({ root, config, world }: Desk) =>
  fileMergeQueue(fileOf(root), { bound: config.landing.maxPending, now: world.now });

async function answered(desk: Desk, options: Json, act: (desk: Desk) => Promise<CommandAnswer>): Promise<ExitCode> {
  try {
    return tell(desk.world, await act(desk), formOf(options));
  } catch (error) {
    if (!(error instanceof PendingMergesError)) throw error;
    return tell(desk.world, refusal(error.message, "Nothing was changed.", badUse), "text");
  }
}

async function add(
  desk: Desk,
  fresh: { pr: number; task: TaskId; branch: string },
  options: Json,
): Promise<CommandAnswer> {
  const added = await queueAt(desk).add(fresh);
  if (added === "full")
    return refusal(
      `${desk.config.landing.maxPending} pull requests are waiting already, which is the limit (RALPH_ASYNC_MERGE_MAX_PENDING).`,
      "Merge or close one first; `ralph merges list` shows them.",
      drainFirst,
    );
  if (options.json === true) return jsonAnswer(await readPendingMerges(fileOf(desk.root)));
  return textAnswer(added === "added" ? `#${fresh.pr} waits for its checks.\n` : `#${fresh.pr} was waiting already.\n`);
}

async function retry(desk: Desk, pr: number, options: Json): Promise<CommandAnswer> {
  if (!(await queueAt(desk).retry(pr)))
    return refusal(`#${pr} is not in the queue.`, "`ralph merges list` shows what is.", notThere);
  return options.json === true
    ? jsonAnswer(await readPendingMerges(fileOf(desk.root)))
    : textAnswer(`#${pr} is looked at again at the next boundary.\n`);
}
