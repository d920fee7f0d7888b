import type { CallOutcome, Role, Usage } from "../../core/outcome.ts";
import type { AgentCommand, CallReading, ProcessEnd } from "../../ports/agent.ts";
import type { ProcessResult } from "../../ports/processes.ts";
import { type Cut, EarlyStop } from "./early-stop.ts";
import { Meter, type SpendBounds } from "./meter.ts";
import { signsOfLife } from "./signs-of-life.ts";
import type { Seat, Tools, Watcher } from "../tools.ts";

/** One call that is wanted, with its bounds. */
export interface CallRequest {
  readonly role: Role;
  readonly seat: Seat;
  readonly prompt: string;
  readonly resume: string | null;
  /** What the resumed session had used so far; null where nobody knows. */
  readonly resumedUsage: Usage | null;
  readonly iteration: number;
  readonly call: number;
  /** The round of work that it does or judges. */
  readonly round: number;
  readonly task: string;
  readonly attempt: number;
  readonly bounds: CallBounds;
  /** JSON schema of the answer, for agents that can be held to one. */
  readonly schema?: unknown;
  /** A folder (absolute) in which it works beside the loop, unseen by whoever watches the run. */
  readonly beside?: string;
}

/** What a call may take. `deadline` is a wall-clock time that no extension passes; null bounds do not bound. */
export interface CallBounds extends SpendBounds {
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly deadline: number | null;
}

/** How a call went: what was read, and what the process did. */
export interface CallReport {
  readonly reading: CallReading;
  readonly process: ProcessResult;
  readonly startedAt: number;
  readonly log: string;
  /** Runs of the gate's own commands among the agent's tool calls. */
  readonly suiteRuns: number;
  /** Files that it has read. */
  readonly fileReads: number;
}

const timesExtended = 3;

/** Starts the agent of a role, reads it line by line, and stops it at its bounds. Never rejects for what the agent does. */
export async function callAgent(tools: Tools, request: CallRequest, signal: AbortSignal): Promise<CallReport> {
  const { dialect, model } = request.seat;
  const place = request.beside ?? tools.repository.root;
  const log = tools.calls.logPath(request.iteration, request.role, request.call);
  const command = commandOf(tools, request, { place, log });
  const startedAt = tools.clock.now();
  const reader = dialect.read(request.resumedUsage);
  const meter = new Meter({
    reader,
    bounds: request.bounds,
    priceOf: (told) => tools.priceOf(told ?? model, startedAt),
    suite: tools.gate.commands,
  });
  using early = new EarlyStop(() => meter.due, tools.clock);
  const watch = request.beside === undefined ? tools.watch : nobody;
  const process = await tools.processes.run(
    {
      file: command.file,
      args: command.args,
      cwd: place,
      env: { ...environment(tools, request, dialect.env), ...command.env },
      stdin: command.stdin,
      files: command.files ?? [],
      marker: tools.run,
      limits: limitsOf(request.bounds, startedAt),
      log: { stdout: log, stderr: log, mask: tools.judge.mask },
      fileActivity: () => fileActivity(tools, request),
    },
    {
      onLine: (text, stream) => {
        if (stream === "stderr") return;
        const said = meter.line(text, (event) => watch.agent(event));
        if (said === "goes on") return early.look();
        early.endsByItself();
        return "finished";
      },
      onActivity: (activity) => watch.alive(activity),
    },
    AbortSignal.any([signal, early.signal]),
  );
  const now = tools.clock.now();
  const reading = reader.end(endOf(process, early.cut), now);
  return {
    reading: asEnded(reading, { process, cut: early.cut, now }),
    process,
    startedAt,
    log,
    suiteRuns: meter.suiteRuns,
    fileReads: meter.fileReads,
  };
}

/** How the program is started, where it works and beside which log. */
function commandOf(
  tools: Tools,
  { seat, role, prompt, resume, schema, bounds }: CallRequest,
  { place, log }: { readonly place: string; readonly log: string },
): AgentCommand {
  const { dialect, model } = seat;
  return dialect.command({
    role,
    prompt,
    model,
    resume,
    workspace: place,
    hook: tools.calls.hook,
    assets: tools.calls.assets ?? null,
    schema: dialect.abilities.schema ? (schema ?? null) : null,
    maxCostUsd: bounds.costUsd?.left ?? null,
    gitFolder: tools.repository.commonDir,
    scratch: besideLog(log),
  });
}

/** Who watches a call beside the loop: the screen shows what the loop does. */
const nobody: Pick<Watcher, "agent" | "alive"> = { agent: () => undefined, alive: () => undefined };

/** Beside the call's log, under names that are not taken for one. */
const besideLog = (log: string): string => log.replace(/([^/\\]+)\.jsonl$/, ".$1");

const endOf = (process: ProcessResult, cut: Cut | null): ProcessEnd => ({
  exitCode: process.lingered ? 0 : process.exitCode,
  signal: process.lingered ? null : process.signal,
  stderr: process.startError === null ? process.stderrTail : process.startError.message,
  endedByUs: process.endedBy !== "stopped" ? process.endedBy : cut?.outcome === "overloaded" ? "waiting" : "killed",
});

interface CallEnd {
  readonly process: ProcessResult;
  /** Why it was cut; null where it was not. */
  readonly cut: Cut | null;
  readonly now: number;
}

/** What only the harness knows of how a call ended goes before what the stream says. */
function asEnded(reading: CallReading, { process, cut, now }: CallEnd): CallReading {
  if (process.startError !== null) return { ...reading, outcome: "crashed", message: process.startError.message };
  // That a plan is used up is known more exactly than that its service is busy.
  if (cut?.outcome === "overloaded" && reading.outcome === "usage_limit") return reading;
  if (cut !== null && reading.outcome !== "ok")
    return { ...reading, outcome: cut.outcome, message: `stopped by Ralph: ${cut.why}` };
  const isSilence: readonly CallOutcome[] = ["idle", "timed_out"];
  if (process.endedBy === null || !isSilence.includes(reading.outcome)) return reading;
  return { ...reading, message: `${reading.message ?? ""} (${signsOfLife(process.lastActivity, now)})` };
}

const limitsOf = (bounds: CallBounds, startedAt: number) => {
  const left = bounds.deadline === null ? Number.POSITIVE_INFINITY : Math.max(1, bounds.deadline - startedAt);
  const isLast = left <= bounds.timeoutMs;
  return {
    totalMs: Math.min(bounds.timeoutMs, left),
    idleMs: bounds.idleMs,
    extendWhileActive: isLast ? 0 : timesExtended,
  };
};

/** Roles whose answer ends with the status block, where the playbook asks for one at all. */
const owesBlock: readonly Role[] = ["implementer", "fixer"];

function environment(tools: Tools, request: CallRequest, own: readonly string[]): Record<string, string> {
  const passed = own.flatMap((name) => {
    const value = tools.calls.inherited(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...tools.calls.env,
    ...Object.fromEntries(passed),
    RALPH_RUN_ID: tools.run,
    RALPH_ITERATION: String(request.iteration),
    RALPH_TASK_ID: request.task,
    RALPH_ROLE: request.role,
    ...(owesBlock.includes(request.role) ? {} : { RALPH_ANSWER: "text" }),
    RALPH_ATTEMPT: String(request.attempt),
    RALPH_ROUND: String(request.round),
    RALPH_WORKSPACE: request.beside ?? tools.repository.root,
  };
}

/** A figure that changes when the agent changes files: git's own look at the tree. */
async function fileActivity(tools: Tools, { beside }: CallRequest): Promise<string> {
  if (beside !== undefined) return "";
  const view = await tools.workspace.look();
  return `${view.head} ${view.dirty.map((dirty) => `${dirty.state}:${dirty.path}`).join("\n")}`;
}
