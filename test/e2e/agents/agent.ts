import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Acts, BlockSaid, CallNote, Script } from "./acts.ts";

// The fake agent: `node agent.ts SCRATCH`. It reads its prompt, notes the call in SCRATCH/calls.jsonl, and acts by
// SCRATCH/script.json. It prints JSON lines, as a `command` agent of the format jsonl does.
const scratch = process.argv[2] ?? "";
const role = process.env["RALPH_ROLE"] ?? "implementer";
const task = process.env["RALPH_TASK_ID"] ?? "";
const planFile = ".ralph/fix_plan.md";
const callsFile = join(scratch, "calls.jsonl");

const git = (...args: readonly string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();
const filled = (words: string): string =>
  words.replaceAll("{task}", task).replaceAll("{head}", () => git("rev-parse", "HEAD"));
const print = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const prompt = await text(process.stdin);
const calls = (existsSync(callsFile) ? readFileSync(callsFile, "utf8").trim().split("\n") : []).map(
  (line) => JSON.parse(line) as CallNote,
);
const earlier = calls.filter((call) => call.role === role).length;
appendFileSync(callsFile, `${JSON.stringify({ pid: process.pid, role, task, prompt } satisfies CallNote)}\n`);
const script = JSON.parse(readFileSync(join(scratch, "script.json"), "utf8")) as Script;
const list = script[role] ?? [];
await act(list[Math.min(earlier, list.length - 1)] ?? {});

async function act(acts: Acts): Promise<void> {
  if (acts.isDeaf === true) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  await pause(acts.sleepFirstMs ?? 0);
  if (acts.leavesChild === true) leaveChild();
  for (const [path, content] of Object.entries(acts.files ?? {})) writeOrRemove(filled(path), content);
  changePlan(acts);
  for (const [file = "true", ...args] of acts.commands ?? []) execFileSync(file, args.map(filled), { stdio: "ignore" });
  if (acts.commit !== undefined) commit(filled(acts.commit));
  await pause(acts.sleepMs ?? 0);
  for (const line of acts.lines ?? []) print(line);
  const answer = [acts.say, acts.block === undefined ? undefined : blockText(acts.block)].filter(
    (part) => part !== undefined,
  );
  if (answer.length > 0) print({ type: "result", text: filled(answer.join("\n\n")) });
  await pause(acts.sleepLastMs ?? 0);
  process.exitCode = acts.exitCode ?? 0;
}

function writeOrRemove(path: string, content: string | null): void {
  if (content === null) return rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, filled(content));
}

function changePlan({ tick = "none", plan = [], note: closing }: Acts): void {
  if (!existsSync(planFile)) return;
  let lines = readFileSync(planFile, "utf8").split("\n");
  const isOwn = (line: string): boolean => line.includes(`**${task}**`);
  if (tick !== "none")
    lines = lines.map((line) => (tick === "all" || isOwn(line) ? line.replace("- [ ]", "- [x]") : line));
  if (closing !== undefined) lines = lines.map((line) => (isOwn(line) ? `${line} — ${filled(closing)}` : line));
  const changed = plan.reduce((whole, [from, to]) => whole.replace(filled(from), filled(to)), lines.join("\n"));
  writeFileSync(planFile, changed);
}

function commit(subject: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", subject);
}

function leaveChild(): void {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)", scratch], {
    stdio: ["ignore", "inherit", "ignore"],
    detached: true,
  });
  appendFileSync(join(scratch, "children"), `${child.pid}\n`);
  child.unref();
}

function blockText(block: BlockSaid): string {
  return `---RALPH_STATUS---
STATUS: ${block.status}
TASKS_COMPLETED_THIS_LOOP: ${block.tasks}
FILES_MODIFIED: ${block.files}
TESTS_STATUS: ${block.tests}
WORK_TYPE: ${block.type}
EXIT_SIGNAL: ${block.exit}
RECOMMENDATION: ${[block.recommendation, ...(block.more ?? [])].join("\n")}
---END_RALPH_STATUS---`;
}
