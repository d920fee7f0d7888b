import { readSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import {
  type HookAnswer,
  type HookMoment,
  isPayload,
  silent,
  textField,
} from "../adapters/agents/hooks/hook-dialect.ts";
import { hookDialects } from "../adapters/agents/hooks/hook-dialects.ts";
import { mentionsSurface } from "../guard/paths/control-surface.ts";
import { judgeTool } from "../guard/judge-tool.ts";
import { refusalText } from "../guard/judgement.ts";
import { lookAround } from "./hook/hook-surroundings.ts";
import type { HookHandler } from "./hook/hook-event.ts";

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

const beforeTool: HookHandler = async ({ dialect, payload, around }) => {
  const call = dialect.tool(payload);
  if (call === null) throw new Error("the call names no tool with its input");
  const judgement = await judgeTool(call, around.scene);
  return judgement.allowed ? silent : dialect.refuse(refusalText(judgement));
};

const handlers: Readonly<Record<HookMoment, HookHandler>> = {
  "before-tool": beforeTool,
  "after-tool": async (event) => (await import("./hook/after-tool.ts")).afterTool(event),
  stop: async (event) => (await import("./hook/at-stop.ts")).atStop(event),
  "session-start": async (event) => (await import("./hook/at-session-start.ts")).atSessionStart(event),
  "sub-agent-start": async (event) => (await import("./hook/at-sub-agent.ts")).atSubAgentStart(event),
  "sub-agent-stop": async (event) => (await import("./hook/at-sub-agent.ts")).atSubAgentStop(event),
  ignored: () => Promise.resolve(silent),
};

/** A hook that failed must not open the door to what matters most, nor stop all other work. */
const afterFailure = (error: unknown, event: string, denies: boolean): string => {
  const what = error instanceof Error ? error.message : String(error);
  const outcome = denies
    ? "The call touches the harness's files and is refused."
    : "The call is allowed without a judgement.";
  return `ralph hook failed at ${event}: ${what}. ${outcome} Run \`ralph doctor\` to see whether the hooks work.`;
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

const answer = ({ exitCode, stdout, stderr }: HookAnswer, io: HookIo): number => {
  if (stdout !== "") io.stdout(stdout);
  if (stderr !== "") io.stderr(stderr);
  return exitCode;
};

const own = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const badUse = (agent: string, io: HookIo): number => {
  const known = own(hookDialects, agent);
  io.stderr(
    known === undefined
      ? `ralph hook: use \`ralph hook AGENT EVENT\` with one of the agents ${Object.keys(hookDialects).join(", ")}.\n`
      : `ralph hook: ${agent} has the events ${Object.keys(known.moments).join(", ")}.\n`,
  );
  return 1;
};

const help = (): string =>
  [
    "Usage: ralph hook AGENT EVENT [--in-run]",
    "",
    "Answers a hook of an agent: its JSON comes in on stdin, and the exit code says",
    "0 for allowed, 2 for denied, with the reason on stderr.",
    "",
    `Agents: ${Object.keys(hookDialects).join(", ")}`,
    "",
    "Examples:",
    "  ralph hook claude PreToolUse < call.json",
    "",
  ].join("\n");

/** `ralph hook AGENT EVENT [--in-run]`: judges what an agent is about to do, and resolves to the exit code (0 allowed, 2 denied, 1 bad use). Never rejects. */
export async function hook(args: readonly string[], io: HookIo = processIo): Promise<number> {
  if (args.some((word) => word === "--help" || word === "-h")) return answer({ ...silent, stdout: help() }, io);
  const [agent = "", event = "", ...flags] = args;
  const dialect = own(hookDialects, agent);
  const moment = dialect === undefined ? undefined : own(dialect.moments, event);
  if (dialect === undefined || moment === undefined) return badUse(agent, io);
  if (flags.includes("--in-run") && io.env["RALPH_RUN_ID"] === undefined) return silent.exitCode;
  let raw = "";
  try {
    raw = io.stdin();
    const payload: unknown = JSON.parse(raw);
    if (!isPayload(payload)) throw new Error("stdin holds no JSON object");
    const around = lookAround(resolve(io.cwd, textField(payload, "cwd") ?? "."), io.env);
    return answer(await handlers[moment]({ dialect, event, payload, around }), io);
  } catch (error) {
    const denies = moment === "before-tool" && mentionsSurface(raw);
    const said = afterFailure(error, event, denies);
    return answer(denies ? dialect.refuse(said) : { ...silent, stderr: `${said}\n` }, io);
  }
}
