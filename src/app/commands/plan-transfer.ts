import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { addItems } from "../../adapters/backlogs/fix-plan/add-items.ts";
import { itemsOf, typedItem, withNewItems } from "../../adapters/backlogs/fix-plan/new-items.ts";
import type { FixPlanOptions } from "../../adapters/backlogs/fix-plan/open-fix-plan.ts";
import { jsonTextOf } from "../../adapters/backlogs/json-file/json-text-of.ts";
import type { JsonBacklog } from "../../adapters/backlogs/json-file/open-json-file.ts";
import { openPrdJson } from "../../adapters/backlogs/prd-json/open-prd-json.ts";
import { prdFormat } from "../../adapters/backlogs/prd-json/prd-format.ts";
import { specKitItems } from "../../adapters/backlogs/spec-kit/open-spec-kit.ts";
import { openTaskmaster } from "../../adapters/backlogs/taskmaster/open-taskmaster.ts";
import { taskmasterFormat } from "../../adapters/backlogs/taskmaster/taskmaster-format.ts";
import type { StateFile } from "../../adapters/backlogs/text-file.ts";
import type { Task } from "../../core/task.ts";
import { BacklogError, faultText } from "../../ports/backlog.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { readTasks } from "../../show/cli/read-tasks.ts";
import { count } from "../../show/text/words.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { kindOfFile } from "../backlog/source-of.ts";
import { backlogAt, type Desk } from "../desk/desk.ts";
import { badUse } from "../desk/exit-codes.ts";
import { stdinText } from "../desk/stdin-text.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { ExitCode } from "../world/world.ts";
import { written, type WriteOptions } from "./plan-write.ts";

const planOf = async (desk: Desk): Promise<FixPlanOptions> => ({
  ...(await leadingFile(desk)),
  optionalSections: desk.config.plan.optionalSections,
  nested: desk.config.plan.nested === "tasks" ? "tasks" : "parent",
});

const noWayIn = (kind: string): CommandAnswer =>
  refusal(
    `The backlog here is \`${kind}\`, which takes no tasks from other sources.`,
    "Write the task where the source keeps it, or name a plan with --file.",
    badUse,
  );

/* A typed text needs no more than a place: only Markdown has one. */
async function otherSource(desk: Desk): Promise<CommandAnswer | null> {
  const { kind } = await backlogAt(desk);
  return kind === "file" || kind === "speckit" ? null : noWayIn(kind);
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
      : await otherSource(desk);
  if (refused !== null) return tell(desk.world, refused, "text");
  return written(desk, options, async () => {
    const [task] = await addItems(await planOf(desk), [typedItem(text, options.section ?? null)]);
    if (task === undefined)
      throw new Error(`The item was written to ${(await planOf(desk)).name}, but no task can be read from it.`);
    return task;
  });
}

/** How tasks are written as a file, by the name of the format. `lost` are fields that it has no place for. */
const formats: Readonly<Record<string, (tasks: readonly Task[]) => Written>> = {
  markdown: (tasks) => ({
    text: withNewItems("", itemsOf(tasks), { name: "plan.md", optionalSections: [] }),
    lost: [],
  }),
  speckit: (tasks) => ({
    text: withNewItems("", specKitItems(tasks), { name: "tasks.md", optionalSections: [], numbered: true }),
    lost: [],
  }),
  "prd-json": (tasks) => jsonTextOf(prdFormat, tasks),
  taskmaster: (tasks) => jsonTextOf(taskmasterFormat("master"), tasks),
};

/** The formats that a backlog can be exported in. */
export const exportFormats: readonly string[] = ["json", ...Object.keys(formats)];

interface Written {
  readonly text: string;
  readonly lost: readonly string[];
}

/** `ralph plan export`: the backlog, whatever its source, as a JSON array of tasks or as the file of another source. */
export async function planExport(desk: Desk, options: { readonly format: string }): Promise<ExitCode> {
  const { world } = desk;
  const format = formats[options.format];
  if (options.format !== "json" && format === undefined)
    return tell(
      world,
      refusal(`There is no format ${options.format}.`, `Use --format with one of ${exportFormats.join(", ")}.`, badUse),
      "text",
    );
  const { tasks } = await (await backlogAt(desk)).load();
  if (format === undefined) return tell(world, jsonAnswer(tasks), "json");
  const { text, lost } = format(tasks);
  warnOfLost(lost, options.format, world);
  return tell(world, textAnswer(text), "text");
}

/* What the target can't hold is said, never dropped in silence. */
function warnOfLost(lost: readonly string[], target: string, world: Desk["world"]): void {
  if (lost.length === 0) return;
  world.stderr.write(`warning: ${target} has no place for ${lost.join(", ")}: left out.\n`);
}

/** `ralph plan import FILE`: puts the tasks of an export, or of another source's file, into the backlog; those that are there are left alone. */
export async function planImport(desk: Desk, name: string, options: { readonly json?: boolean }): Promise<ExitCode> {
  const { world } = desk;
  const backlog = await backlogAt(desk);
  const add = waysIn[backlog.kind];
  if (add === undefined) return tell(world, noWayIn(backlog.kind), "text");
  const read = await tasksIn(name, desk);
  if (!read.ok) return tell(world, refusal(read.problem, read.hint, badUse), "text");
  const there = (await (await backlogAt(desk)).load().catch(emptyWhenMissing)).tasks;
  const known = new Set(there.flatMap(({ id, title }) => [id, title]));
  // A target with ids of its own keeps the other one in the title.
  const fresh = read.value.filter(({ id, title }) => !known.has(id) && !known.has(`${id}: ${title}`));
  const { made, lost } = fresh.length === 0 ? { made: [], lost: [] } : await add(desk, fresh);
  warnOfLost(lost, backlog.kind, world);
  const passedOver = read.value.length - fresh.length;
  const words = `${count(made.length, "task")} imported${passedOver === 0 ? "" : `, ${passedOver} left alone: their ids are there`}\n`;
  return tell(
    world,
    options.json === true ? jsonAnswer({ imported: made, passedOver, lost }) : textAnswer(words),
    formOf(options),
  );
}

interface Added {
  readonly made: readonly Task[];
  readonly lost: readonly string[];
}

/** How tasks get into each source that takes them. */
const waysIn: Readonly<Record<string, (desk: Desk, tasks: readonly Task[]) => Promise<Added>>> = {
  file: async (desk, tasks) => ({ made: await addItems(await planOf(desk), itemsOf(tasks)), lost: [] }),
  speckit: async (desk, tasks) => ({
    made: await addItems({ ...(await planOf(desk)), numbered: true }, specKitItems(tasks)),
    lost: [],
  }),
  "prd-json": async (desk, tasks) => addTo(openPrdJson(await leadingFile(desk)), tasks),
  taskmaster: async (desk, tasks) => addTo(openTaskmaster(desk.root, await leadingFile(desk)), tasks),
};

/** The kinds of backlog that take the tasks of others. */
export const takingKinds: readonly string[] = Object.keys(waysIn);

const leadingFile = async (desk: Desk): Promise<StateFile> => {
  const [name = ""] = (await backlogAt(desk)).files;
  return { path: join(desk.root, name), name };
};

async function addTo(backlog: JsonBacklog, tasks: readonly Task[]): Promise<Added> {
  const { ids, lost } = await backlog.addEntries(tasks);
  const fresh = new Set(ids);
  return { made: (await backlog.load()).tasks.filter(({ id }) => fresh.has(id)), lost };
}

type Read =
  | { readonly ok: true; readonly value: readonly Task[] }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

/** The tasks of an export, or of a file that is a backlog itself: its kind is told by its name and what is in it. */
async function tasksIn(name: string, { world, config }: Desk): Promise<Read> {
  const text = await textOf(name, world);
  if (text === null)
    return {
      ok: false,
      problem: `${name} can't be read.`,
      hint: "Name a file that `ralph plan export` wrote, a file of another source, or - for the standard input.",
    };
  const read = readTasks(text);
  if (read.ok) return read;
  if (name === "-" || /^\s*\[/.test(text))
    return {
      ok: false,
      problem: `${name}: ${read.problem}`,
      hint: "The form is that of `ralph plan list --json`: an array of tasks.",
    };
  const source = kindOfFile(world.cwd, name);
  const other = { ...config, source, plan: { ...config.plan, file: name } };
  try {
    return { ok: true, value: (await (await openBacklog(other, world.cwd, world, { alone: true })).load()).tasks };
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    return { ok: false, problem: faultText(error.fault), hint: error.fault.hint };
  }
}

function emptyWhenMissing(error: unknown): { readonly tasks: readonly Pick<Task, "id" | "title">[] } {
  if (error instanceof BacklogError && (error.code === "missing" || error.code === "no-tasks")) return { tasks: [] };
  throw error;
}

const textOf = (name: string, world: Desk["world"]): Promise<string | null> =>
  name === "-" ? stdinText(world) : readFile(resolve(world.cwd, name), "utf8").catch(() => null);
