import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Act, ScriptError } from "./script-file.ts";

/** Where the scripted agent works, and how it tells what it does. */
export interface Stage {
  readonly workspace: string;
  /** Prints one JSON line of the `command` agent's format. */
  say(line: Readonly<Record<string, unknown>>): void;
  /** Notes a repository-relative path as touched. */
  touched(path: string): void;
}

/** Does one act. Throws ScriptError where the work tree does not hold what the act expects. */
export async function act(step: Act, stage: Stage): Promise<void> {
  const { write } = step;
  if (write !== undefined) return edit("Write", write.path, stage, () => write.text);
  if (step.replace !== undefined) return replace(step.replace, stage);
  if (step.delete !== undefined) return remove(step.delete, stage);
  if (step.patch !== undefined) return patch(step.patch, stage);
  if (step.tick !== undefined) {
    const { task, path } = typeof step.tick === "string" ? { task: step.tick, path: ".ralph/fix_plan.md" } : step.tick;
    return edit("Edit", path, stage, (before) => ticked(before, task, path));
  }
  if (step.run !== undefined) return run(step.run, stage);
  if (step.commit !== undefined) return commit(step.commit, stage);
  if (step.sleep !== undefined) return sleep(milliseconds(step.sleep));
  if (step.say !== undefined) return stage.say({ type: "text", text: step.say });
  if (step.denied !== undefined) stage.say({ type: "denied", ...step.denied });
}

/** A number counts as milliseconds; text carries its unit. */
export function milliseconds(duration: number | string): number {
  if (typeof duration === "number") return duration;
  const factor = duration.endsWith("ms") ? 1 : duration.endsWith("m") ? 60_000 : 1000;
  return Number.parseFloat(duration) * factor;
}

async function edit(
  tool: string,
  path: string,
  stage: Stage,
  change: (before: string | null) => string,
): Promise<void> {
  const file = inside(stage.workspace, path);
  const before = await readFile(file, "utf8").catch(() => null);
  const after = change(before);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, after);
  stage.touched(path);
  stage.say({ type: "tool", name: tool, input: { path } });
}

function replace({ path, from, to }: { path: string; from: string; to: string }, stage: Stage): Promise<void> {
  return edit("Edit", path, stage, (before) => {
    if (before === null) throw new ScriptError(`replace: there is no file ${path} in the work tree.`);
    const at = before.indexOf(from);
    // A call that was cut off and is made again finds its own work: what is there already is not done twice.
    const isDone = to !== "" && before.includes(to) && (at === -1 || to.includes(from));
    if (isDone) return before;
    if (at === -1) throw new ScriptError(`replace: ${path} does not hold the text ${JSON.stringify(from)}.`);
    return before.slice(0, at) + to + before.slice(at + from.length);
  });
}

async function remove(path: string, stage: Stage): Promise<void> {
  await rm(inside(stage.workspace, path), { recursive: true, force: true });
  stage.touched(path);
  stage.say({ type: "tool", name: "Delete", input: { path } });
}

/** Ticks the first open item whose line names the task as a word of its own; one that is ticked already stays so. */
function ticked(before: string | null, task: string, path: string): string {
  if (before === null) throw new ScriptError(`tick: there is no file ${path} in the work tree.`);
  const lines = before.split("\n");
  const at = lines.findIndex((line) => /^\s*[-*+] \[ \] /.test(line) && namesTask(line, task));
  const line = lines[at];
  if (line === undefined && lines.some((each) => /^\s*[-*+] \[[xX]\] /.test(each) && namesTask(each, task)))
    return before;
  if (line === undefined) throw new ScriptError(`tick: ${path} has no open item that names ${task}.`);
  lines[at] = line.replace("[ ]", "[x]");
  return lines.join("\n");
}

function namesTask(line: string, task: string): boolean {
  for (let at = line.indexOf(task); at !== -1; at = line.indexOf(task, at + 1)) {
    const around = (line[at - 1] ?? " ") + (line[at + task.length] ?? " ");
    if (!/[\w-]/.test(around)) return true;
  }
  return false;
}

async function patch(diff: string, stage: Stage): Promise<void> {
  for (const [, path] of diff.matchAll(/^\+\+\+ b\/(.+)$/gm)) if (path !== undefined) stage.touched(path);
  await git(["apply", "--whitespace=nowarn", "-"], stage.workspace, diff.endsWith("\n") ? diff : `${diff}\n`);
  stage.say({ type: "tool", name: "Patch", input: {} });
}

/** Commits all that has changed. A call that is made again after it was cut off may find its work committed: that is no fault. */
async function commit(message: string, stage: Stage): Promise<void> {
  await git(["add", "--all"], stage.workspace, "");
  const { code } = await start(["git", "diff", "--cached", "--quiet"], stage.workspace, "");
  if (code === 0) return;
  const identity = ["-c", "user.name=Scripted agent", "-c", "user.email=script@example.invalid"];
  await git([...identity, "commit", "--quiet", "--file", "-"], stage.workspace, message);
  stage.say({ type: "tool", name: "Bash", input: { command: "git commit" } });
}

async function git(args: readonly string[], cwd: string, stdin: string): Promise<void> {
  const { code, output } = await start(["git", ...args], cwd, stdin);
  if (code !== 0)
    throw new ScriptError(`git ${args.find((word) => !word.startsWith("-") && !word.includes("="))}: ${output.trim()}`);
}

/** A command's failure is no fault of the script: a real agent's command may fail too. */
async function run(argv: readonly string[], stage: Stage): Promise<void> {
  const { code } = await start(argv, stage.workspace, "");
  stage.say({ type: "tool", name: "Bash", input: { command: argv }, isError: code !== 0 });
}

function start(
  argv: readonly string[],
  cwd: string,
  stdin: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const [file = "", ...args] = argv;
  return new Promise((resolved, reject) => {
    const child = spawn(file, args, { cwd, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer): void => {
      if (output.length < 10_000) output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.stdin.on("error", () => {});
    child.on("error", (cause) => reject(new ScriptError(`run: ${file} can't be started.`, { cause })));
    child.on("close", (code) => resolved({ code, output }));
    child.stdin.end(stdin);
  });
}

/** The absolute path of a repository-relative one. A script may touch the work tree and nothing else. */
function inside(workspace: string, path: string): string {
  const file = resolve(workspace, path);
  const way = relative(workspace, file);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    throw new ScriptError(`The path ${path} leaves the work tree: paths of a script are relative to it.`);
  }
  return file;
}
