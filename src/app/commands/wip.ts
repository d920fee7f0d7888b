import type { Command } from "commander";
import { gitHistory } from "../../adapters/workspace/git/history/git-history.ts";
import { gitShelf } from "../../adapters/workspace/git/trees/git-shelf.ts";
import { gitWorkspace } from "../../adapters/workspace/git/git-workspace.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import { isClosed } from "../../core/task.ts";
import { isHarnessFile } from "../../loop/aside.ts";
import type { History, Kept, Shelf, Workspace } from "../../ports/workspace.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { workJson, worksText, workText } from "../../show/backlog/wip-text.ts";
import { atDesk, backlogAt, type Desk } from "../desk/desk.ts";
import { repositoryOf } from "../desk/repository-of.ts";
import { formOf, tell } from "../desk/tell.ts";
import { byHand } from "../desk/by-hand.ts";
import { underLock } from "../desk/under-lock.ts";
import { unknownName } from "../desk/unknown-name.ts";
import type { CommandContext } from "../words/program.ts";

interface Json {
  readonly json?: boolean;
}

interface PruneOptions extends Json {
  readonly all?: boolean;
}

/** The hands that a kept work is handled with. */
interface Hands {
  readonly desk: Desk;
  readonly shelf: Shelf;
  readonly workspace: Workspace;
  readonly history: History;
}

/** The work tree or its branches stand in the way. */
const notNow = exitCodeOf("dirty_tree");

/** Defines `ralph wip`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    "\nExamples:\n  ralph wip list\n  ralph wip show ABC-1\n  ralph wip restore ABC-1/2 --branch rescue\n  ralph wip prune",
  );
  const sub = (name: string, about: string): Command =>
    command.command(name).description(about).option("--json", "print it as JSON");
  const looking = (options: Json, act: (hands: Hands) => Promise<CommandAnswer>): Promise<void> =>
    done(atDesk(world, {}, async (desk) => tell(world, await act(await handsOf(desk)), formOf(options))));
  const writing = (options: Json, act: (hands: Hands) => Promise<CommandAnswer>): Promise<void> =>
    done(
      atDesk(world, {}, (desk) =>
        underLock(world, desk.root, byHand("wip"), async () =>
          tell(world, await act(await handsOf(desk)), formOf(options)),
        ),
      ),
    );

  sub("list", "work that was put aside, newest first").action((options: Json) =>
    looking(options, (hands) => list(hands, options)),
  );
  sub("show <work>", "one kept work: TASK for its newest, TASK/N, or a ref").action((name: string, options: Json) =>
    looking(options, (hands) => show(hands, name, options)),
  );
  sub("restore <work>", "put kept work back into a clean work tree, or on a branch of its own")
    .option("--branch <name>", "create this branch for it, and leave the work tree alone")
    .action((name: string, options: Json & { readonly branch?: string }) =>
      writing(options, (hands) => restore(hands, name, options)),
    );
  sub("prune [works...]", "drop kept work: what is named, or else that of closed tasks")
    .option("--all", "drop all of it")
    .action((names: readonly string[], options: PruneOptions) =>
      writing(options, (hands) => prune(hands, names, options)),
    );
}

async function handsOf(desk: Desk): Promise<Hands> {
  const repository = await repositoryOf(desk);
  return { desk, shelf: gitShelf(repository), workspace: gitWorkspace(repository), history: gitHistory(repository) };
}

async function list({ shelf }: Hands, options: Json): Promise<CommandAnswer> {
  const works = await shelf.list();
  return options.json === true ? jsonAnswer(works.map(workJson)) : textAnswer(worksText(works));
}

async function show({ shelf, workspace }: Hands, name: string, options: Json): Promise<CommandAnswer> {
  const works = await shelf.list();
  const work = workNamed(name, works);
  if (work === null) return unknownWork(name, works);
  const changes = await workspace.changes(`${work.commit}^`, work.commit);
  return options.json === true ? jsonAnswer({ ...workJson(work), changes }) : textAnswer(workText(work, changes));
}

async function restore(
  { desk, shelf, workspace, history }: Hands,
  name: string,
  options: Json & { readonly branch?: string },
): Promise<CommandAnswer> {
  const works = await shelf.list();
  const work = workNamed(name, works);
  if (work === null) return unknownWork(name, works);
  const told = (words: string, where: object): CommandAnswer =>
    options.json === true ? jsonAnswer({ ...workJson(work), ...where }) : textAnswer(words);
  if (options.branch !== undefined) {
    if ((await history.branchTip(options.branch)) !== null)
      return refusal(`There is a branch ${options.branch} already.`, "Name another one: nothing was changed.", notNow);
    await history.setBranch(options.branch, work.commit);
    return told(`${work.ref} is at the branch ${options.branch}: git switch ${options.branch}\n`, {
      branch: options.branch,
    });
  }
  const { files } = await backlogAt(desk);
  const view = await workspace.look();
  const foreign = view.dirty.filter(({ path, state }) => state !== "untracked" && !isHarnessFile(path, files));
  if (foreign.length > 0)
    return refusal(
      `The work tree has changes of its own: ${foreign
        .map(({ path }) => path)
        .slice(0, 5)
        .join(", ")}.`,
      "Commit or stash them first, or use --branch NAME.",
      notNow,
    );
  const pathsOf = async (to: string): Promise<readonly string[]> =>
    (await workspace.changes(`${work.commit}^`, to)).map(({ path }) => path);
  const since = await pathsOf(view.head);
  const both = (await pathsOf(work.commit)).filter((path) => since.includes(path) && !files.includes(path));
  if (both.length > 0)
    return refusal(
      `Since this was kept, commits have changed the same files: ${both.slice(0, 5).join(", ")}.`,
      `Apply it on top: git cherry-pick --no-commit ${work.commit.slice(0, 10)}; or use --branch NAME.`,
      notNow,
    );
  const untracked = view.dirty.filter(({ state }) => state === "untracked").map(({ path }) => path);
  await shelf.putBack(work.commit, { paths: [...untracked, ...files, ...since] });
  return told(`${work.ref} is back in the work tree, uncommitted. It stays kept until it is pruned.\n`, {
    restored: true,
  });
}

async function prune({ desk, shelf }: Hands, names: readonly string[], options: PruneOptions): Promise<CommandAnswer> {
  const works = await shelf.list();
  const unknown = names.find((name) => fitting(name, works).length === 0);
  if (unknown !== undefined) return unknownWork(unknown, works);
  const dropped =
    names.length > 0
      ? works.filter((work) => names.some((name) => fits(name, work)))
      : options.all === true
        ? works
        : await ofClosedTasks(works, desk);
  for (const { ref } of dropped) await shelf.drop(ref);
  if (options.json === true) return jsonAnswer(dropped.map(workJson));
  if (dropped.length === 0)
    return textAnswer(
      works.length === 0
        ? "No work was put aside.\n"
        : "Nothing was dropped: what is kept belongs to open tasks. Name it, or use --all.\n",
    );
  return textAnswer(
    `Dropped; until git collects its garbage, git branch NAME COMMIT brings one back:\n${worksText(dropped)}`,
  );
}

async function ofClosedTasks(works: readonly Kept[], desk: Desk): Promise<readonly Kept[]> {
  const { tasks } = await (await backlogAt(desk)).load();
  const closed = new Set<string>(tasks.filter(isClosed).map(({ id }) => id));
  return works.filter(({ task }) => closed.has(task));
}

const fits = (name: string, { task, attempt, ref, commit }: Kept): boolean =>
  name === task || name === `${task}/${attempt}` || name === ref || (name.length >= 7 && commit.startsWith(name));

const fitting = (name: string, works: readonly Kept[]): readonly Kept[] => works.filter((work) => fits(name, work));

/** The newest that fits: the list has the newest first. */
const workNamed = (name: string, works: readonly Kept[]): Kept | null => fitting(name, works)[0] ?? null;

const unknownWork = (name: string, works: readonly Kept[]): CommandAnswer =>
  unknownName({
    what: "kept work",
    name,
    known: [...new Set(works.flatMap(({ task, attempt }) => [task, `${task}/${attempt}`]))],
    hint: "`ralph wip list` shows what is kept.",
  });
