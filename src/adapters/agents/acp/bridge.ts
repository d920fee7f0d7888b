import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { LinePieces } from "../../system/process/output/line-pieces.ts";
import { isRecord, type JsonRecord, recordOf, textOf } from "../json-line.ts";
import { type AcpOrder, AcpRefusal, converse } from "./converse.ts";
import { askedCalls, type AskedCall, changesFiles, permissionAnswer } from "./permission.ts";
import { Rpc, RpcClosed, RpcError } from "./rpc.ts";
import { refusedMethod } from "./stream.ts";

/** What the bridge needs of the process that it is. */
export interface BridgeHost {
  /** Writes one line to stdout; resolves once more can be taken. */
  write(line: string): Promise<void>;
  complain(text: string): void;
  /** Why a call that a server asks for is refused; null: it may run. */
  judge(calls: readonly AskedCall[]): Promise<string | null>;
  /** Aborted when the bridge is told to stop. */
  readonly stop: AbortSignal;
}

/** An order, and the server that is to carry it out. `readsOnly`: for roles that change no files. */
export interface BridgeOrder extends AcpOrder {
  readonly server: readonly string[];
  readonly readsOnly: boolean;
}

type Server = ChildProcessByStdio<Writable, Readable, null>;

const maxLineBytes = 16 * 1024 * 1024;
const patienceMs = 2_000;
const changesNothing = "This role looks at the work and changes no file.";

/**
 * Starts an ACP server, has one prompt carried out, and writes the server's messages to stdout as they come, with a message of
 * our own for each refusal. The server stays in this process's group, so that whoever ends the group ends both. Resolves to the exit code.
 */
export async function bridge(order: BridgeOrder, host: BridgeHost): Promise<number> {
  const [file = "", ...args] = order.server;
  const env = Object.fromEntries(Object.entries(order.env).filter(([, value]) => value !== undefined));
  const server = spawn(file, args, { cwd: order.cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(server, "spawn");
  } catch (error) {
    await host.write(
      failure(0, `The ACP server ${file} can't be started: ${error instanceof Error ? error.message : "unknown"}.`),
    );
    return 1;
  }
  try {
    return await served(server, order, host);
  } finally {
    await leave(server);
  }
}

async function served(server: Server, order: BridgeOrder, host: BridgeHost): Promise<number> {
  const rpc = new Rpc(
    (line) => void server.stdin.write(`${line}\n`),
    (method, params) => answer(method, params, order, host),
  );
  server.stdin.on("error", () => {}); // Told by its exit.
  let session: string | null = null;
  let isReplay = false;
  host.stop.addEventListener("abort", () => {
    if (session === null) server.kill("SIGTERM");
    else rpc.notify("session/cancel", { sessionId: session });
    setTimeout(() => server.kill("SIGTERM"), patienceMs).unref();
  });
  const reading = pump(server, host, rpc, () => isReplay);
  const talking = converse(rpc, order, {
    onSession: (id) => (session = id),
    onReplay: (isOn) => (isReplay = isOn),
  });
  try {
    await Promise.all([talking, Promise.race([talking, reading])]);
    return host.stop.aborted ? 130 : 0;
  } catch (error) {
    if (host.stop.aborted) return 130;
    if (error instanceof AcpRefusal) await host.write(failure(error.code, error.message));
    else if (error instanceof RpcClosed) host.complain(`${error.message}\n`);
    else if (!(error instanceof RpcError)) throw error;
    return server.exitCode || 1;
  }
}

/** Hands on every line, and every message to its addressee, one after the other. */
async function pump(server: Server, host: BridgeHost, rpc: Rpc, isReplay: () => boolean): Promise<void> {
  let lines: string[] = [];
  const pieces = new LinePieces(maxLineBytes, ({ bytes, first, end }) => {
    // Of a line that is longer than any message, nothing can be read.
    if (first && end !== "cut") lines.push(bytes.toString("utf8"));
  });
  for await (const chunk of server.stdout) {
    if (!Buffer.isBuffer(chunk)) continue;
    pieces.push(chunk);
    const taken = lines;
    lines = [];
    for (const line of taken) await one(line);
  }
  pieces.end();
  for (const line of lines) await one(line);
  await gone(server);
  const how = server.signalCode ?? (server.exitCode === null ? "its output closed" : `exit code ${server.exitCode}`);
  rpc.close(`The ACP server ended with ${how} in the middle of the conversation.`);

  async function one(line: string): Promise<void> {
    const message = parsed(line);
    if (!(isReplay() && message?.["method"] === "session/update")) await host.write(line);
    if (message !== null) await rpc.receive(message);
  }
}

async function answer(
  method: string,
  params: JsonRecord,
  order: BridgeOrder,
  host: BridgeHost,
): Promise<JsonRecord | null> {
  if (method !== "session/request_permission") return null;
  const toolCall = recordOf(params, "toolCall");
  const reason = order.readsOnly && changesFiles(toolCall) ? changesNothing : await judged(toolCall, host);
  if (reason === null) return permissionAnswer(params, "allow");
  const note = { toolCallId: textOf(toolCall, "toolCallId"), tool: textOf(toolCall, "kind") ?? "unknown", reason };
  await host.write(JSON.stringify({ jsonrpc: "2.0", method: refusedMethod, params: note }));
  return permissionAnswer(params, "refuse");
}

/** A guard that fails lets nothing run: here somebody waits for the answer, and is told. */
async function judged(toolCall: JsonRecord, host: BridgeHost): Promise<string | null> {
  try {
    return await host.judge(askedCalls(toolCall));
  } catch (error) {
    return `The call could not be judged: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** An end of its input is what a server leaves at; one that does not is told twice more. */
async function leave(server: Server): Promise<void> {
  server.stdin.end();
  for (const signal of ["SIGTERM", "SIGKILL"] as const) if (!(await gone(server))) server.kill(signal);
}

/** Whether the server has ended, or does within the patience that is had with it. */
async function gone(server: Server): Promise<boolean> {
  const isGone = (): boolean => server.exitCode !== null || server.signalCode !== null;
  if (!isGone()) await Promise.race([once(server, "exit"), sleep(patienceMs, undefined, { ref: false })]);
  return isGone();
}

const failure = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } });

function parsed(line: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
