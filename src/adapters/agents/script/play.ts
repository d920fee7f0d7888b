import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { act, milliseconds, type Stage } from "./act.ts";
import { readScript, ScriptError, type ScriptStep } from "./script-file.ts";

/** The process in which a script is played. `env` holds RALPH_ROLE, RALPH_TASK_ID, RALPH_ATTEMPT and RALPH_ROUND of the call. */
export interface Player {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The work tree. */
  readonly cwd: string;
  readonly now: () => number;
  /** Writes to stdout; resolves once more can be taken. */
  write(text: string): Promise<void>;
  complain(text: string): void;
  /** Sends a signal to this very process. */
  kill(signal: "SIGKILL"): void;
  /** From now on the friendly signals are ignored. */
  ignoreSignals(): void;
}

interface Call {
  readonly role: string;
  readonly task: string;
  readonly attempt: string;
  readonly iteration: string;
  readonly round: string;
}

/** Plays the step of the script that fits this call, and resolves to the exit code. The prompt on stdin is not looked at. */
export async function play(file: string, player: Player): Promise<number> {
  const call: Call = {
    role: player.env["RALPH_ROLE"] ?? "implementer",
    task: player.env["RALPH_TASK_ID"] ?? "",
    attempt: player.env["RALPH_ATTEMPT"] ?? "1",
    iteration: player.env["RALPH_ITERATION"] ?? "1",
    round: player.env["RALPH_ROUND"] ?? "1",
  };
  try {
    const steps = readScript(await readFile(file, "utf8"), file);
    const step = steps.find((each) => fits(each, call));
    if (step === undefined) {
      const { role, task, attempt } = call;
      throw new ScriptError(
        `${file}: no step for role ${role}, task ${task || "(none)"}, attempt ${attempt}. Add one, or a last step without a match.`,
      );
    }
    return await playStep(filledIn(step, call), player);
  } catch (error) {
    if (!(error instanceof ScriptError) && !isMissing(error)) throw error;
    const message = isMissing(error) ? `${file}: there is no such script.` : error.message;
    player.complain(`${message}\n`);
    await player.write(`${JSON.stringify({ type: "error", class: "bad_request", message })}\n`);
    return 1;
  }
}

async function playStep(step: ScriptStep, player: Player): Promise<number> {
  const touched = new Set<string>();
  const queue: string[] = [];
  const flush = async (): Promise<void> => {
    for (const line of queue.splice(0)) await player.write(line);
  };
  const stage: Stage = {
    workspace: player.cwd,
    say: (line) => void queue.push(`${JSON.stringify(line)}\n`),
    touched: (path) => void touched.add(path),
  };
  if (step.fault === "hang-deaf") player.ignoreSignals();
  for (const each of step.do) {
    await act(each, stage);
    await flush();
  }
  if (step.usage !== undefined) stage.say({ type: "usage", ...step.usage });
  if (step.limit !== undefined) {
    const resetsAt = new Date(player.now() + milliseconds(step.limit.in ?? "60m")).toISOString();
    stage.say({ type: "limit", resetsAt, message: step.limit.message });
  }
  if (step.error !== undefined) stage.say({ type: "error", ...step.error });
  const failed = step.limit !== undefined || step.error !== undefined;
  if (step.fault === undefined && !failed) stage.say({ type: "result", text: answerOf(step, touched.size) });
  if (step.fault === "no-end") stage.say({ type: "text", text: answerOf(step, touched.size) });
  await flush();
  if (step.fault !== undefined) await fail(step.fault, player);
  return step.exit ?? (failed || step.fault === "crash" ? 1 : 0);
}

async function fail(fault: NonNullable<ScriptStep["fault"]>, player: Player): Promise<void> {
  switch (fault) {
    case "hang-deaf":
    case "hang":
      return standStill();
    case "killed":
      player.kill("SIGKILL");
      return standStill();
    case "flood":
      for (;;) await player.write(`${JSON.stringify({ type: "text", text: "flood ".repeat(10_000) })}\n`);
    case "crash":
      return player.complain("Error: the script made the agent crash here\n");
    case "silent":
    case "no-end":
      return;
  }
}

async function standStill(): Promise<void> {
  for (;;) await sleep(60_000);
}

/** Prose, then JSON, then the status block: the block has to be the last thing said. */
function answerOf({ answer, json, block }: ScriptStep, filesTouched: number): string {
  const parts = [
    answer?.trimEnd() ?? "",
    json === undefined ? "" : `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``,
    block === undefined ? "" : renderBlock(block, filesTouched),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

// Written field by field as the script has it, so that a script can play an agent with a faulty block too.
function renderBlock(fields: Readonly<Record<string, string | number | boolean>>, filesTouched: number): string {
  const lines = Object.entries(fields).map(([key, value]) => {
    const shown = key === "FILES_MODIFIED" && value === "auto" ? filesTouched : value;
    return `${key}: ${shown}`;
  });
  return ["---RALPH_STATUS---", ...lines, "---END_RALPH_STATUS---"].join("\n");
}

function fits({ match }: ScriptStep, { role, task, attempt, round }: Call): boolean {
  return (
    isOneOf(match?.role, role) &&
    isOneOf(match?.task, task) &&
    isOneOf(match?.attempt, attempt) &&
    isOneOf(match?.round, round)
  );
}

type Wanted = string | number | readonly (string | number)[];

function isOneOf(wanted: Wanted | undefined, actual: string): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === "object" ? wanted.some((each) => String(each) === actual) : String(wanted) === actual;
}

/** `{{task}}`, `{{role}}`, `{{attempt}}`, `{{iteration}}` and `{{round}}` in every text of the step. */
function filledIn<Value>(value: Value, call: Call): Value {
  const text = JSON.stringify(value).replaceAll(/\{\{(task|role|attempt|iteration|round)\}\}/g, (_, name: string) => {
    const found = Object.entries(call).find(([key]) => key === name)?.[1] ?? "";
    return JSON.stringify(found).slice(1, -1);
  });
  const filled: Value = JSON.parse(text);
  return filled;
}

function isMissing(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
