import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { addItems } from "../../adapters/backlogs/fix-plan/add-items.ts";
import { itemsOf, typedItem, withNewItems } from "../../adapters/backlogs/fix-plan/new-items.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import { BacklogError } from "../../ports/backlog.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { readTasks } from "../../show/cli/read-tasks.ts";
import { count } from "../../show/views/words.ts";
import { planNameOf } from "../compose.ts";
import { backlogAt, type Desk } from "../desk/desk.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { ExitCode } from "../world.ts";
import { written, type WriteOptions } from "./plan-write.ts";

const badUse = exitCodeOf("config_invalid");

const fixPlanOf = ({ root, config }: Desk) => {
  const name = planNameOf(config);
  const nested = config.plan.nested === "tasks" ? ("tasks" as const) : ("parent" as const);
  return { path: join(root, name), name, optionalSections: config.plan.optionalSections, nested };
};

/** Null where the backlog is a Markdown plan; else the refusal: other sources have no way in yet. */
function otherSource(desk: Desk, what: string): CommandAnswer | null {
  const { kind } = backlogAt(desk);
  if (kind === "file") return null;
  return refusal(
    `${what} is there for Markdown plans; the backlog here is \`${kind}\`.`,
    "Write the task where the source keeps it, or name a plan with --file.",
    badUse,
  );
}

/** `ralph plan add TEXT`: appends one item to the plan. */
export async function planAdd(
  desk: Desk,
  text: string,
  options: WriteOptions & { readonly section?: string },
): Promise<ExitCode> {
  const refused =
    text.trim() === ""
      ? refusal("The text of the task is empty.", 'Say what is to be done: ralph plan add "Write the guide".', badUse)
      : otherSource(desk, "Adding");
  if (refused !== null) return tell(desk.world, refused, "text");
  return written(desk, options, async () => {
    const [task] = await addItems(fixPlanOf(desk), [typedItem(text, options.section ?? null)]);
    if (task === undefined)
      throw new Error(`The item was written to ${planNameOf(desk.config)}, but no task can be read from it.`);
    return task;
  });
}

/** `ralph plan export`: the backlog, whatever its source, as a JSON array of tasks or as a Markdown plan. */
export async function planExport(desk: Desk, options: { readonly format: string }): Promise<ExitCode> {
  const { world } = desk;
  if (options.format !== "json" && options.format !== "markdown")
    return tell(
      world,
      refusal(`There is no format ${options.format} yet.`, "Use --format json or --format markdown.", badUse),
      "text",
    );
  const { tasks } = await backlogAt(desk).load();
  const markdown = (): string => withNewItems("", itemsOf(tasks), { name: "plan.md", optionalSections: [] });
  return tell(world, options.format === "json" ? jsonAnswer(tasks) : textAnswer(markdown()), "json");
}

/** `ralph plan import FILE`: puts the tasks of an exported JSON array into the plan; those whose id is there are left alone. */
export async function planImport(desk: Desk, name: string, options: { readonly json?: boolean }): Promise<ExitCode> {
  const { world } = desk;
  const refused = otherSource(desk, "Importing");
  if (refused !== null) return tell(world, refused, "text");
  const text = await textOf(name, world);
  if (text === null)
    return tell(
      world,
      refusal(
        `${name} can't be read.`,
        "Name a file that `ralph plan export` wrote, or - for the standard input.",
        badUse,
      ),
      "text",
    );
  const read = readTasks(text);
  if (!read.ok)
    return tell(
      world,
      refusal(`${name}: ${read.problem}`, "The form is that of `ralph plan list --json`: an array of tasks.", badUse),
      "text",
    );
  const known = new Set((await backlogAt(desk).load().catch(emptyWhenMissing)).tasks.map(({ id }) => id));
  const fresh = read.value.filter(({ id }) => !known.has(id));
  const made = fresh.length === 0 ? [] : await addItems(fixPlanOf(desk), itemsOf(fresh));
  const passedOver = read.value.length - fresh.length;
  const words = `${count(made.length, "task")} imported${passedOver === 0 ? "" : `, ${passedOver} left alone: their ids are there`}\n`;
  return tell(
    world,
    options.json === true ? jsonAnswer({ imported: made, passedOver }) : textAnswer(words),
    formOf(options),
  );
}

function emptyWhenMissing(error: unknown): { readonly tasks: readonly { readonly id: string }[] } {
  if (error instanceof BacklogError && (error.code === "missing" || error.code === "no-tasks")) return { tasks: [] };
  throw error;
}

async function textOf(name: string, world: Desk["world"]): Promise<string | null> {
  if (name !== "-") return readFile(resolve(world.cwd, name), "utf8").catch(() => null);
  const pieces: Uint8Array[] = [];
  for await (const piece of world.stdin) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
