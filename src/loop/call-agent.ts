import type { CallOutcome, Role } from "../core/outcome.ts";
import type { AgentEvent, AgentReader, CallReading, ProcessEnd } from "../ports/agent.ts";
import type { ProcessResult } from "../ports/processes.ts";
import type { Tools } from "./tools.ts";

/** One call that is wanted, with its bounds. */
export interface CallRequest {
  readonly role: Role;
  readonly prompt: string;
  readonly resume: string | null;
  readonly iteration: number;
  readonly call: number;
  readonly task: string;
  readonly attempt: number;
  readonly bounds: CallBounds;
}

/** What a call may take. `deadline` is a wall-clock time that no extension passes; null bounds do not bound. */
export interface CallBounds {
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly deadline: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** How a call went: what was read, and what the process did. */
export interface CallReport {
  readonly reading: CallReading;
  readonly process: ProcessResult;
  readonly startedAt: number;
  readonly log: string;
  /** Runs of the gate's own commands among the agent's tool calls. */
  readonly suiteRuns: number;
}

const timesExtended = 3;

/** Starts the agent of a role, reads it line by line, and stops it at its bounds. Never rejects for what the agent does. */
export async function callAgent(tools: Tools, request: CallRequest, signal: AbortSignal): Promise<CallReport> {
  const { dialect, model } = tools.seat(request.role);
  const command = dialect.command({
    role: request.role,
    prompt: request.prompt,
    model,
    resume: request.resume,
    workspace: tools.repository.root,
    hook: tools.calls.hook,
    assets: tools.calls.assets ?? null,
    schema: null,
    maxCostUsd: request.bounds.costUsd,
  });
  const startedAt = tools.clock.now();
  const log = tools.calls.logPath(request.iteration, request.role, request.call);
  const meter = new Meter(dialect.read(), request.bounds, tools.gate.commands);
  const stop = new AbortController();
  const process = await tools.processes.run(
    {
      file: command.file,
      args: command.args,
      cwd: tools.repository.root,
      env: { ...environment(tools, request, dialect.env), ...command.env },
      stdin: command.stdin,
      marker: tools.run,
      limits: limitsOf(request.bounds, startedAt),
      log: { stdout: log, stderr: log, mask: tools.judge.mask },
      fileActivity: () => fileActivity(tools),
    },
    {
      onLine: (text, stream) => {
        if (stream === "stderr") return;
        const said = meter.line(text, (event) => tools.watch.agent(event));
        if (said === "spent") stop.abort();
        return said === "finished" ? "finished" : undefined;
      },
    },
    AbortSignal.any([signal, stop.signal]),
  );
  const reading = meter.end(process, tools.clock.now());
  return { reading: settled(reading, process, meter.isSpent), process, startedAt, log, suiteRuns: meter.suiteRuns };
}

/** Reads lines through the dialect and adds up what they say was used. */
class Meter {
  readonly #reader: AgentReader;
  readonly #bounds: CallBounds;
  #tokens = 0;
  #usd = 0;
  readonly #suite: readonly string[];
  isSpent = false;
  suiteRuns = 0;

  constructor(reader: AgentReader, bounds: CallBounds, suite: readonly string[]) {
    this.#reader = reader;
    this.#bounds = bounds;
    this.#suite = suite;
  }

  line(text: string, hear: (event: AgentEvent) => void): "finished" | "spent" | "goes on" {
    let finished = false;
    for (const event of this.#reader.line(text)) {
      hear(event);
      if (event.type === "usage") this.#add(event);
      if (event.type === "cost") this.#usd = Math.max(this.#usd, event.usd);
      if (event.type === "tool" && this.#suite.some((command) => event.input.includes(command))) this.suiteRuns += 1;
      if (event.type === "end") finished = true;
    }
    const { tokens, costUsd } = this.#bounds;
    if (!finished && ((tokens !== null && this.#tokens > tokens) || (costUsd !== null && this.#usd > costUsd))) {
      this.isSpent = true;
      return "spent";
    }
    return finished ? "finished" : "goes on";
  }

  #add({ usage, mode }: Extract<AgentEvent, { type: "usage" }>): void {
    const sum = usage.in + usage.out + usage.cachedRead + usage.cachedWrite;
    this.#tokens = mode === "total" ? Math.max(this.#tokens, sum) : this.#tokens + sum;
  }

  end(process: ProcessResult, now: number): CallReading {
    const end: ProcessEnd = {
      exitCode: process.lingered ? 0 : process.exitCode,
      signal: process.lingered ? null : process.signal,
      stderr: process.startError === null ? process.stderrTail : process.startError.message,
      endedByUs: process.endedBy === "stopped" ? "killed" : process.endedBy,
    };
    return this.#reader.end(end, now);
  }
}

/** What only the harness knows of how a call ended goes before what the stream says. */
function settled(reading: CallReading, process: ProcessResult, isSpent: boolean): CallReading {
  const outcome = ((): CallOutcome => {
    if (process.startError !== null) return "crashed";
    if (isSpent && reading.outcome !== "ok") return "budget";
    return reading.outcome;
  })();
  return {
    ...reading,
    outcome,
    message: process.startError?.message ?? (isSpent ? "the run's budget was spent during the call" : reading.message),
  };
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
    RALPH_WORKSPACE: tools.repository.root,
  };
}

/** A figure that changes when the agent changes files: git's own look at the tree. */
async function fileActivity(tools: Tools): Promise<string> {
  const view = await tools.workspace.look();
  return `${view.head} ${view.dirty.map((dirty) => `${dirty.state}:${dirty.path}`).join("\n")}`;
}
