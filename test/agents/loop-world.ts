import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { type DialectName, dialects } from "../../src/adapters/agents/dialects.ts";
import { openSqliteLedger } from "../../src/adapters/ledger/sqlite/open-sqlite-ledger.ts";
import type { Fact, FactKind } from "../../src/core/fact.ts";
import { type LoopbackSetup, loopbackSetups } from "../../src/app/doctor/model/loopback-setups.ts";
import type { runJson } from "../../src/show/report/run-json.ts";
import { tempRepository, type TempRepository } from "../../src/testing/temp-repository.ts";
import { cacheFolder } from "./install.ts";
import { type ModelReply, type ModelRequest, type ModelServer, startModelServer } from "./model-server.ts";
import type { ProgramName } from "./programs.ts";

/** The result of `ralph run --json`. */
export type RunResult = ReturnType<typeof runJson>;

type FactOfKind<K extends FactKind> = Extract<Fact, { readonly kind: K }>;

/** A run that was started: its process, and how it ends. `result` is null where nothing was printed (a killed harness). */
export interface StartedRun {
  readonly pid: number;
  readonly ended: Promise<{
    readonly exitCode: number | null;
    readonly result: RunResult | null;
    readonly said: string;
  }>;
}

/** A repository with a backlog, a private home and a model of its own; everything goes away with `await using`. */
export interface LoopWorld extends AsyncDisposable {
  readonly repository: TempRepository;
  readonly model: ModelServer;
  /** Its value in the environment of the harness: a secret that no file of the repository may hold. */
  readonly key: string;
  /** Starts `ralph run --json` with these arguments. */
  start(...args: readonly string[]): StartedRun;
  /** Starts it and waits for the result; throws what it printed where there is none. */
  run(...args: readonly string[]): Promise<RunResult>;
  /** All facts of one kind in the ledger, of the newest run. */
  facts<K extends FactKind>(kind: K): readonly FactOfKind<K>[];
  /** Command lines of processes that live in this world: the harness, the agent and what it started (Linux). */
  processes(): Promise<readonly string[]>;
  /** Files of the repository (git's own too) that hold the key. */
  filesWithKey(): Promise<readonly string[]>;
}

/** What a world begins with: an installed program, further settings, the items of the plan, and what the model says. */
export interface LoopWorldOptions {
  readonly program: ProgramName;
  /** As RALPH_AGENT has it: the program's own name, or a way to speak with it. */
  readonly agent: string;
  readonly settings?: readonly string[];
  readonly items?: readonly string[];
  /** Asked for each request; given the repository's root. */
  readonly model: (root: string) => (request: ModelRequest) => ModelReply;
}

const ralph = process.env["RALPH_TEST_PROGRAM"] ?? fileURLToPath(new URL("../../bin/ralph.js", import.meta.url));

/** A tool that tells all that it knows of its surroundings, takes very long, and says in a file that it has begun. */
const slowScript = `env
echo $$ > "$1"
while :; do sleep 1; done
`;

/** Makes the world. The plan has one item unless more are given; `tools/slow.sh FILE` is there for calls to be cut off in, `tools/tell.sh` tells every secret that the agent was given. */
export async function openLoopWorld(options: LoopWorldOptions): Promise<LoopWorld> {
  const installed = inject("programs")[options.program];
  if (installed?.ok !== true) throw new Error(`${options.program} is not installed.`);
  // In no form that a masker knows by its looks: it must be masked because it is a secret of this environment.
  const key = `canary${Date.now().toString(36)}${process.pid}x`;
  const setUp = (url: string) => setUpOf(options.program, url, key);
  const repository = await tempRepository({
    files: {
      ".ralphrc": [...(await settingsOf(options, setUp(""))), ...(options.settings ?? []), ""].join("\n"),
      ".ralph/fix_plan.md": [
        "# Plan",
        "",
        ...(options.items ?? ["Say hello in hello.txt"]).map((item) => `- [ ] ${item}`),
        "",
      ].join("\n"),
      "tools/slow.sh": slowScript,
      "tools/tell.sh": "env\n",
    },
  });
  // Not among temporary files, nor are those around it: Codex would not put the helper of its sandbox there.
  await mkdir(cacheFolder(), { recursive: true });
  const home = await mkdtemp(join(cacheFolder(), "home-"));
  await mkdir(join(home, "tmp"));
  const model = await startModelServer(options.model(repository.path));
  const setup = setUp(model.url);
  await Promise.all(Object.entries(setup.home).map(([path, text]) => place(join(home, path), text)));
  const env = {
    PATH: [installed.folder, dirname(process.execPath), process.env["PATH"] ?? ""].join(":"),
    HOME: home,
    TMPDIR: join(home, "tmp"),
    LANG: "C.UTF-8",
    // What a program unpacks at its first start is unpacked once for all worlds.
    XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
    ...setup.env,
  };
  const start = (...args: readonly string[]): StartedRun => startRun(["run", "--json", ...args], repository.path, env);
  return {
    repository,
    model,
    key,
    start,
    async run(...args) {
      const { result, said } = await start(...args).ended;
      if (result === null) throw new Error(`ralph run gave no result:\n${said}`);
      return result;
    },
    facts: (kind) => factsOf(repository.path, kind),
    processes: () => processesOf(home),
    filesWithKey: () => filesWith(repository.path, key),
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function setUpOf(program: ProgramName, url: string, key: string): LoopbackSetup {
  const setUp = loopbackSetups[program];
  if (setUp === undefined) throw new Error(`It is not known how ${program} is led to a model on loopback.`);
  return setUp(url, key);
}

const ownSettings = { command: [], format: "text", family: null, self: ["ralph"], script: "" } as const;

/** What the adapter lets through by itself is not asked for: that it does is part of what is tried. */
async function settingsOf({ agent }: LoopWorldOptions, { env, model }: LoopbackSetup): Promise<readonly string[]> {
  const [kind = "", server] = agent.split(":");
  const isKnown = (name: string): name is DialectName => Object.hasOwn(dialects, name);
  if (!isKnown(kind)) throw new Error(`Ralph knows no agent ${agent}.`);
  const passes = new Set((await dialects[kind]({ ...ownSettings, command: server?.split(" ") ?? [] })).env);
  const further = [...Object.keys(env), "XDG_CACHE_HOME"].filter((name) => !passes.has(name));
  return [
    `RALPH_AGENT="${agent}"`,
    `RALPH_AGENT_ENV=${further.join(",")}`,
    ...(model === null || kind === "acp" ? [] : [`RALPH_MODEL=${model}`]),
  ];
}

async function place(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function startRun(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): StartedRun {
  const child = spawn(process.execPath, [ralph, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid === undefined) throw new Error("ralph could not be started.");
  let out = "";
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => void (said += chunk.toString("utf8")));
  const ended = once(child, "close").then(() => ({
    exitCode: child.exitCode,
    result: out.trim() === "" ? null : (JSON.parse(out) as RunResult),
    said: `${out}\n${said}`,
  }));
  return { pid: child.pid, ended };
}

function factsOf<K extends FactKind>(root: string, kind: K): readonly FactOfKind<K>[] {
  const isWanted = (fact: Fact): fact is FactOfKind<K> => fact.kind === kind;
  using ledger = openSqliteLedger(join(root, ".ralph", "ralph.db"), { now: () => 0 }).ledger;
  return Array.from(ledger.factsOf(ledger.lastRun() ?? ""), ({ fact }) => fact).filter(isWanted);
}

/** The private home stands in the environment of everything that was started in this world. */
async function processesOf(home: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, "latin1").catch(() => "");
    const [environ, state] = [await read("environ"), await read("stat")];
    if (`\0${environ}`.includes(`\0HOME=${home}\0`) && !/\) [ZX] /.test(state))
      found.push((await read("cmdline")).replaceAll("\0", " ").slice(0, 200));
  }
  return found;
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hits = await Promise.all(
    files.map(async (file) => ((await readFile(file, "latin1")).includes(text) ? [file] : [])),
  );
  return hits.flat();
}

/** Waits until `isSo` answers true; throws after `ms`. */
export async function until(isSo: () => boolean | Promise<boolean>, ms: number, what: string): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not so after ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
