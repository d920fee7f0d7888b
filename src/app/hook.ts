import { readSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { judgeTool } from "../guard/judge-tool.ts";
import { refusalText } from "../guard/judgement.ts";
import { mentionsSurface } from "../guard/control-surface.ts";
import { lookAround, type HookSurroundings } from "./hook-surroundings.ts";

// The start of this process is paid for at every tool call of an agent: nothing is imported here that allowing an
// ordinary file tool does not need. The shell parser, the status block and the list of sub-agents come when asked for.

/** Where a hook reads from and answers to. */
export interface HookIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  stdin(): string;
  stdout(text: string): void;
  stderr(text: string): void;
}

/** What an agent program sends on stdin, as far as it is looked at. */
type Payload = Readonly<Record<string, unknown>>;

interface Event {
  readonly payload: Payload;
  readonly around: HookSurroundings;
  readonly io: HookIo;
}

const allow = 0;
const deny = 2;

const textOf = (payload: Payload, ...names: readonly string[]): string | null => {
  const found = names.map((name) => payload[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : null;
};

const isRecord = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const preToolUse = async ({ payload, around, io }: Event): Promise<number> => {
  const input = payload["tool_input"];
  const tool = textOf(payload, "tool_name");
  if (tool === null || !isRecord(input)) throw new Error("the call names no tool_name and tool_input");
  const judgement = await judgeTool({ tool, input }, around.scene);
  if (judgement.allowed) return allow;
  io.stderr(`${refusalText(judgement)}\n`);
  return deny;
};

const stop = async ({ payload, around, io }: Event): Promise<number> => {
  const message = textOf(payload, "last_assistant_message");
  if (!around.answersWithBlock || message === null) return allow;
  const [{ readStatusBlock }, { defaultProfile, oneOf, profileNames }, { judgeStop }] = await Promise.all([
    import("../core/status/read-status-block.ts"),
    import("../core/status/profile.ts"),
    import("../guard/stop.ts"),
  ]);
  const profile = oneOf(profileNames, around.profile) ?? defaultProfile;
  const judgement = judgeStop(readStatusBlock(message, profile), payload["stop_hook_active"] === true);
  if (!judgement.ends) io.stdout(`${JSON.stringify({ decision: "block", reason: judgement.reason })}\n`);
  return allow;
};

const inFlight = (around: HookSurroundings): string => join(around.stateFolder, ".subagent_in_flight");
const idOf = (payload: Payload): string =>
  (textOf(payload, "agent_id", "subagent_id", "tool_use_id", "session_id") ?? "unknown").replace(/\s+/g, "_");

const subAgentStart = async ({ payload, around }: Event): Promise<number> => {
  const { changeSubAgentsInFlight, agentPid } = await import("../adapters/system/sub-agents-in-flight.ts");
  const entry = { id: idOf(payload), pid: agentPid(), startedAt: Date.now() };
  changeSubAgentsInFlight(inFlight(around), (entries) => [...entries, entry]);
  return allow;
};

const subAgentStop = async ({ payload, around }: Event): Promise<number> => {
  const { changeSubAgentsInFlight } = await import("../adapters/system/sub-agents-in-flight.ts");
  const id = idOf(payload);
  changeSubAgentsInFlight(inFlight(around), (entries) => {
    const known = entries.findIndex((entry) => entry.id === id);
    // Programs that give no id at the end: the oldest is as good as any, since only their number counts.
    return entries.toSpliced(Math.max(known, 0), 1);
  });
  return allow;
};

const nothing = (): Promise<number> => Promise.resolve(allow);

const events: Readonly<Record<string, (event: Event) => Promise<number>>> = {
  PreToolUse: preToolUse,
  PostToolUse: nothing,
  Stop: stop,
  SubagentStart: subAgentStart,
  SubagentStop: subAgentStop,
  SessionStart: nothing,
  SessionEnd: nothing,
  UserPromptSubmit: nothing,
};

/** Agent programs whose hooks speak this form: JSON on stdin, exit 2 and stderr to deny. */
const agents = new Set(["claude", "codex", "qwen"]);

/** A hook that failed must not open the door to what matters most, nor stop all other work (G-5). */
const afterFailure = (error: unknown, event: string, raw: string, io: HookIo): number => {
  const denies = event === "PreToolUse" && mentionsSurface(raw);
  const what = error instanceof Error ? error.message : String(error);
  const outcome = denies
    ? "The call touches the harness's files and is refused."
    : "The call is allowed without a judgement.";
  io.stderr(`ralph hook failed at ${event}: ${what}. ${outcome} Run \`ralph doctor\` to see whether the hooks work.\n`);
  return denies ? deny : allow;
};

const readStdin = (): string => {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  for (let waited = 0; ;) {
    try {
      const size = readSync(0, chunk);
      if (size === 0) return Buffer.concat(chunks).toString("utf8");
      chunks.push(Buffer.from(chunk.subarray(0, size)));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "EOF") return Buffer.concat(chunks).toString("utf8");
      // A pipe that its other end made non-blocking has nothing for us yet.
      if (code !== "EAGAIN" || waited > 5000) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      waited += 2;
    }
  }
};

const processIo: HookIo = {
  env: process.env,
  cwd: process.cwd(),
  stdin: readStdin,
  stdout: (text) => writeSync(1, text),
  stderr: (text) => writeSync(2, text),
};

/** `ralph hook AGENT EVENT [--in-run]`: judges what an agent is about to do, and resolves to the exit code (0 allowed, 2 denied, 1 bad use). Never rejects. */
export async function hook(args: readonly string[], io: HookIo = processIo): Promise<number> {
  const [agent = "", event = "", ...flags] = args;
  const handler = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!agents.has(agent) || handler === undefined) {
    io.stderr(
      `ralph hook: use \`ralph hook AGENT EVENT\` with ${[...agents].join(", ")} and ${Object.keys(events).join(", ")}.\n`,
    );
    return 1;
  }
  if (flags.includes("--in-run") && io.env["RALPH_RUN_ID"] === undefined) return allow;
  let raw = "";
  try {
    raw = io.stdin();
    const payload: unknown = JSON.parse(raw);
    if (!isRecord(payload)) throw new Error("stdin holds no JSON object");
    const around = lookAround(resolve(io.cwd, textOf(payload, "cwd") ?? "."), io.env);
    return await handler({ payload, around, io });
  } catch (error) {
    return afterFailure(error, event, raw, io);
  }
}
