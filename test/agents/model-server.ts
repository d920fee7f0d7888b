import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { wires } from "../../src/app/doctor/model/model-server.ts";
import { shellCall, writeCall } from "../../src/app/doctor/model/tool-calls.ts";
import { type Body, eventText, type ModelReply as Said, type Wire } from "../../src/app/doctor/model/wire.ts";
import { type ModelFailure, refusalOf } from "./model-refusals.ts";

/** What the model says to one request: a text, a tool call, an API error, or one of the ways in which a server fails. */
export type ModelReply =
  | (Said & { readonly delayMs?: number })
  /** A new file, and a command, by whichever tools the program offers for them. `path` is absolute. */
  | { readonly kind: "write"; readonly path: string; readonly content: string; readonly text?: string }
  | { readonly kind: "shell"; readonly command: string }
  | ModelFailure
  /** The stream starts and then stands still until the client goes away. */
  | { readonly kind: "hang" }
  /** The connection is cut in mid-answer. */
  | { readonly kind: "drop" };

/** One request as the server saw it. `turn` counts the requests that offered tools, from 0. */
export interface ModelRequest {
  readonly turn: number;
  readonly path: string;
  readonly model: string;
  /** Names of the tools on offer; a request without tools is a helper call (a title, a summary). */
  readonly tools: readonly string[];
  /** Everything that was sent, as text, for asking whether a phrase reached the model. */
  readonly raw: string;
}

/** A model on loopback that speaks every program's protocol; one per test, closed by the language. */
export interface ModelServer extends AsyncDisposable {
  /** Without a path. */
  readonly url: string;
  /** Requests with tools, in order. */
  readonly requests: readonly ModelRequest[];
}

/** The usage that every answer reports: in, out, cached read and cached write. */
export const usagePerAnswer = { in: 1000, out: 50, cachedRead: 300, cachedWrite: 200 } as const;

/** Plays the replies one after the other; the last one stands for all further requests. */
export function inTurn(...replies: readonly [ModelReply, ...ModelReply[]]): (request: ModelRequest) => ModelReply {
  return ({ turn }) => replies[Math.min(turn, replies.length - 1)] ?? replies[0];
}

/** Starts the server on a free port of 127.0.0.1. `reply` decides each request with tools; helper calls get a plain text. */
export async function startModelServer(reply: (request: ModelRequest) => ModelReply): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    answer({ incoming, response }, requests, reply).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The model server has no port.");
  return address.port;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(
  { incoming, response }: Exchange,
  requests: ModelRequest[],
  reply: (request: ModelRequest) => ModelReply,
): Promise<void> {
  const raw = await bodyOf(incoming);
  const path = (incoming.url ?? "").split("?")[0] ?? "";
  const wire = wires.find((one) => one.matches(path));
  if (wire === undefined) return sendOther(response, path);
  const body: Body = JSON.parse(raw);
  const asked = wire.read(body, path);
  const ask = { response, wire, model: asked.model, streams: asked.streams };
  if (asked.tools.length === 0) return speak({ ...ask, id: "helper" }, { kind: "text", text: "A short title" });
  const request = { turn: requests.length, path, model: asked.model, tools: asked.tools, raw };
  requests.push(request);
  const said = reply(request);
  if (said.kind === "error" || said.kind === "limit") {
    const { status, headers, body: told } = refusalOf(path, said);
    return sendJson(response, status, told, headers);
  }
  return speak({ ...ask, id: String(request.turn) }, inToolsOf(asked.tools, said));
}

type Spoken = Exclude<ModelReply, ModelFailure | { readonly kind: "write" | "shell" }>;

/** A move in the words of the program that asks. */
function inToolsOf(tools: readonly string[], said: Exclude<ModelReply, ModelFailure>): Spoken {
  switch (said.kind) {
    case "write": {
      const call = writeCall(tools, said.path, said.content);
      if (call === null) throw new Error(`No tool for writing is known among ${tools.join(", ")}.`);
      return said.text === undefined ? call : { ...call, text: said.text };
    }
    case "shell": {
      const call = shellCall(tools, said.command);
      if (call === null) throw new Error(`No shell is known among ${tools.join(", ")}.`);
      return call;
    }
    case "text":
    case "tool":
    case "hang":
    case "drop":
      return said;
  }
}

interface Ask {
  readonly response: ServerResponse;
  readonly wire: Wire;
  readonly model: string;
  readonly streams: boolean;
  readonly id: string;
}

async function speak({ response, wire, model, streams, id }: Ask, said: Spoken): Promise<void> {
  const frame = { id, model, usage: usagePerAnswer };
  if ("delayMs" in said && said.delayMs !== undefined) await sleep(said.delayMs);
  const isBroken = said.kind === "hang" || said.kind === "drop";
  if (!streams && !isBroken) return sendJson(response, 200, wire.whole(said, frame));
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": `req_${id}` });
  if (isBroken) {
    const [opening] = wire.events({ kind: "text", text: "" }, frame);
    if (opening?.event != null) response.write(eventText(opening));
    else response.flushHeaders();
    return said.kind === "hang" ? undefined : void response.destroy();
  }
  for (const event of wire.events(said, frame)) response.write(eventText(event));
  response.end();
}

/** What else programs ask a provider for: the models that there are, and how long a text is. */
function sendOther(response: ServerResponse, path: string): void {
  if (/count_?tokens$/i.test(path)) return sendJson(response, 200, { input_tokens: 1000, totalTokens: 1000 });
  if (path.endsWith("/models")) return sendJson(response, 200, { object: "list", data: [], models: [] });
  return sendJson(response, 404, { error: { type: "not_found_error", message: `nothing at ${path}` } });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
