import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { runJson } from "../../src/show/report/run-json.ts";
import { type TempRepository, tempRepository } from "../../src/testing/temp-repository.ts";
import type { Acts, CallNote, Script } from "./agents/acts.ts";
import { expectLedgerAgrees } from "./ledger-agrees.ts";

// Real processes: seconds on a quiet machine, many on a busy one.
vi.setConfig({ testTimeout: 120_000 });

/** The result of `ralph run --json`. */
export type RunResult = ReturnType<typeof runJson>;

/** How a program ended. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that is running. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Outcome>;
}

/** A repository with a plan and a fake agent, and the program as a person would start it there. */
export interface Project extends TempRepository {
  /** Outside the repository: what the agent notes, and an empty home. */
  readonly scratch: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts any program in the repository. */
  start(file: string, args: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** Runs `ralph` with arguments. */
  ralph(...args: readonly string[]): Promise<Outcome>;
  /** `ralph run --json` to its end. The ledger is held against what it printed. */
  run(...args: readonly string[]): Promise<RunResult>;
  /** Starts `ralph run --json` and leaves it running; `resultOf` reads how it ended. */
  startRun(...args: readonly string[]): Running;
  resultOf(outcome: Outcome): Promise<RunResult>;
  /** Gives the agent another script from now on. */
  teach(script: Script): void;
  calls(role?: string): readonly CallNote[];
  /** Lines of the plan with an open or a ticked box. */
  items(mark: "open" | "done"): Promise<readonly string[]>;
  /** Commits of the default branch that land a task, by task, oldest first. */
  landings(): Promise<readonly Landing[]>;
  /** Processes that carry a mark of this project. */
  processes(): readonly number[];
}

/** A commit that carries a `Ralph-Task` trailer. */
export interface Landing {
  readonly sha: string;
  readonly task: string;
  readonly subject: string;
  readonly body: string;
}

/** What a project begins with. */
export interface ProjectOptions {
  /** Titles of tasks, `ABC-1` and on; or the whole text of the plan. */
  readonly plan?: number | string;
  readonly agent?: readonly Acts[];
  readonly script?: Script;
  readonly files?: Readonly<Record<string, string>>;
  readonly rc?: Readonly<Record<string, string>>;
  /** Commands; by default one that is red while a file `broken` is there. */
  readonly gate?: readonly string[];
  readonly branch?: string;
}

const root = join(import.meta.dirname, "..", "..");
const ralphFile = join(root, "bin", "ralph.js");
const agentFile = join(import.meta.dirname, "agents", "start-agent.mjs");

/** The gate of most tests: red while there is a file called `broken`. */
export const brokenGate = "test ! -e broken";

/** A plan of so many tasks under one heading. */
export const planOf = (count: number): string =>
  `# Plan\n\n## Work\n\n${Array.from({ length: count }, (_, i) => `- [ ] **ABC-${i + 1}** add the thing number ${i + 1}\n`).join("")}`;

/** Makes a project; it and all that it started go away with `await using`. */
export async function project(options: ProjectOptions = {}): Promise<Project> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "ralph-scratch-")));
  mkdirSync(join(scratch, "home"));
  const { plan = 1, gate = [] } = options;
  const repository = await tempRepository({
    branch: options.branch ?? "main",
    files: {
      ".gitignore": ".ralph/*\n!.ralph/fix_plan.md\n",
      ".ralph/fix_plan.md": typeof plan === "string" ? plan : planOf(plan),
      ".ralphrc": rcOf(scratch, gate, options.rc ?? {}),
      "README.md": "# Things\n",
      ...options.files,
    },
  });
  const it = projectAt(repository, scratch);
  it.teach(options.script ?? { implementer: options.agent ?? [] });
  return it;
}

function rcOf(scratch: string, gate: readonly string[], over: Readonly<Record<string, string>>): string {
  const settings = {
    RALPH_AGENT: "command",
    RALPH_AGENT_COMMAND: `${process.execPath} ${agentFile} ${scratch}`,
    RALPH_AGENT_FORMAT: "jsonl",
    RALPH_BRANCHING: "current",
    RALPH_MAX_ITERATIONS: "12",
    // Calls beside the implementer's are for the tests that are about them.
    RALPH_QA_ROLES: "off",
    RALPH_NO_DESLOP: "true",
    ...(gate.length > 0 ? { RALPH_GATE: gate.join("; ") } : {}),
    ...over,
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key}="${value}"\n`)
    .join("");
}

function projectAt(repository: TempRepository, scratch: string): Project {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(scratch, "home"),
    TZ: "UTC",
    NO_COLOR: "1",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const children: Running[] = [];
  const start: Project["start"] = (file, args, more = {}) => {
    const running = startProgram(file, args, repository.path, { ...env, ...more });
    children.push(running);
    return running;
  };
  const startRun: Project["startRun"] = (...args) => start(process.execPath, [ralphFile, "run", "--json", ...args]);
  const resultOf = async (outcome: Outcome): Promise<RunResult> => {
    const result = readResult(outcome);
    expectLedgerAgrees(join(repository.path, ".ralph", "ralph.db"), result);
    for (const { prompt } of notes(join(scratch, "calls.jsonl")))
      expect(prompt, "a prompt with a placeholder").not.toMatch(/\{\{\w+\}\}/);
    return result;
  };
  return {
    ...repository,
    scratch,
    env,
    start,
    startRun,
    resultOf,
    ralph: (...args) => start(process.execPath, [ralphFile, ...args]).ended,
    run: async (...args) => resultOf(await startRun(...args).ended),
    teach: (script) => writeFileSync(join(scratch, "script.json"), JSON.stringify(script)),
    calls: (role = "implementer") => notes(join(scratch, "calls.jsonl")).filter((call) => call.role === role),
    items: async (mark) =>
      (await repository.read(".ralph/fix_plan.md"))
        .split("\n")
        .filter((line) => line.startsWith(mark === "open" ? "- [ ]" : "- [x]")),
    landings: async () =>
      readLandings(
        await repository.git(
          "log",
          "--reverse",
          "--format=%H%x00%(trailers:key=Ralph-Task,valueonly)%x00%s%x00%b%x1e",
          "HEAD",
        ),
      ),
    processes: () => processesNaming(scratch),
    async [Symbol.asyncDispose]() {
      for (const { pid } of children) kill(-pid);
      for (const pid of processesNaming(scratch)) kill(pid);
      await repository[Symbol.asyncDispose]();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function startProgram(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<Outcome>((done, failed) => {
    child.on("error", failed);
    // Whoever outlives a killed program may hold its pipes: its exit counts, after a short drain.
    child.on("exit", (code, signal) => {
      const tell = (): void =>
        done({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
      const drained = setTimeout(tell, 1_000);
      child.on("close", () => {
        clearTimeout(drained);
        tell();
      });
    });
  });
  return { pid: child.pid ?? 0, ended };
}

function readResult(outcome: Outcome): RunResult {
  try {
    return JSON.parse(outcome.stdout) as RunResult;
  } catch {
    throw new Error(
      `ralph run printed no JSON (exit ${outcome.code ?? outcome.signal}): ${outcome.stdout.slice(-500)} ${outcome.stderr.slice(-2_000)}`,
    );
  }
}

function notes(path: string): readonly CallNote[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as CallNote);
  } catch {
    return [];
  }
}

const readLandings = (log: string): readonly Landing[] =>
  log
    .split("\x1e")
    .map((record) => record.trim().split("\0"))
    .flatMap(([sha = "", task = "", subject = "", body = ""]) =>
      task.trim() === "" ? [] : [{ sha, task: task.trim(), subject, body }],
    );

function processesNaming(mark: string): readonly number[] {
  const own = new Set([process.pid]);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) =>
        !own.has(pid) && isAlive(pid) && ["cmdline", "environ"].some((name) => procFile(pid, name).includes(mark)),
    );
}

const procFile = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
};

/** True while a process runs; one that only waits to be collected does not. */
export const isAlive = (pid: number): boolean => {
  const stat = procFile(pid, "stat");
  return stat !== "" && !/\) [ZX] /.test(stat);
};

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
