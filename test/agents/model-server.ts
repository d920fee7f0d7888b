import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";

/** What the model says to one request: a text, a tool call, an API error, or one of the ways in which a server fails. */
export type ModelReply =
  | { readonly kind: "text"; readonly text: string; readonly delayMs?: number }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly text?: string;
      readonly delayMs?: number;
    }
  | {
      readonly kind: "error";
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
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
  readonly messages: readonly unknown[];
  /** Everything that was sent, as text, for asking whether a phrase reached the model. */
  readonly raw: string;
}

/** A small Anthropic Messages server on loopback; one per test, closed by the language. */
export interface ModelServer extends AsyncDisposable {
  /** For ANTHROPIC_BASE_URL. */
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

/** The refusal of a used-up plan, as the real service words and marks it. `resets` is a clock such as `3pm (UTC)`. */
export function limitReached(resets: string, resetEpochSeconds: number): ModelReply {
  return {
    kind: "error",
    status: 429,
    type: "rate_limit_error",
    message: `You've hit your limit · resets ${resets}`,
    headers: {
      "retry-after": "3600",
      "anthropic-ratelimit-unified-status": "rejected",
      "anthropic-ratelimit-unified-reset": String(resetEpochSeconds),
      "anthropic-ratelimit-unified-representative-claim": "five_hour",
    },
  };
}

/** Starts the server on a free port of 127.0.0.1. `reply` decides each request with tools; helper calls get a plain text. */
export async function startModelServer(reply: (request: ModelRequest) => ModelReply): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response, requests, reply).catch(() => response.destroy());
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

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: ModelRequest[],
  reply: (request: ModelRequest) => ModelReply,
): Promise<void> {
  const raw = await bodyOf(incoming);
  const path = (incoming.url ?? "").split("?")[0] ?? "";
  if (path.endsWith("/count_tokens")) return sendJson(response, 200, { input_tokens: 1000 });
  if (!path.endsWith("/messages")) return sendJson(response, 404, errorBody("not_found_error", `nothing at ${path}`));
  const body = parseBody(raw);
  if (body.tools.length === 0) return stream(response, body, { kind: "text", text: "A short title" }, "helper");
  const request = { turn: requests.length, path, model: body.model, tools: body.tools, messages: body.messages, raw };
  requests.push(request);
  const said = reply(request);
  if (said.kind === "error") return sendJson(response, said.status, errorBody(said.type, said.message), said.headers);
  return stream(response, body, said, String(request.turn));
}

interface RequestBody {
  readonly model: string;
  readonly tools: readonly string[];
  readonly messages: readonly unknown[];
  readonly stream: boolean;
}

function parseBody(raw: string): RequestBody {
  const body: unknown = JSON.parse(raw);
  const fields = isRecord(body) ? body : {};
  const tools = Array.isArray(fields["tools"]) ? fields["tools"] : [];
  return {
    model: typeof fields["model"] === "string" ? fields["model"] : "unknown",
    tools: tools.flatMap((tool: unknown) => (isRecord(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [])),
    messages: Array.isArray(fields["messages"]) ? fields["messages"] : [],
    stream: fields["stream"] === true,
  };
}

type Spoken = Exclude<ModelReply, { readonly kind: "error" }>;

async function stream(response: ServerResponse, body: RequestBody, said: Spoken, id: string): Promise<void> {
  const usage = {
    input_tokens: usagePerAnswer.in,
    cache_creation_input_tokens: usagePerAnswer.cachedWrite,
    cache_read_input_tokens: usagePerAnswer.cachedRead,
    output_tokens: usagePerAnswer.out,
  };
  const blocks = blocksOf(said, id);
  const stopReason = said.kind === "tool" ? "tool_use" : "end_turn";
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model: body.model, stop_sequence: null };
  if ("delayMs" in said && said.delayMs !== undefined) await sleep(said.delayMs);
  if (!body.stream) return sendJson(response, 200, { ...message, content: blocks, stop_reason: stopReason, usage });

  const send = (type: string, data: Readonly<Record<string, unknown>>): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  response.writeHead(200, { "content-type": "text/event-stream", "request-id": `req_${id}` });
  const opening = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  send("message_start", { message: opening });
  if (said.kind === "hang") return;
  if (said.kind === "drop") return void response.destroy();
  blocks.forEach((block, index) => sendBlock(send, block, index));
  const delta = { stop_reason: stopReason, stop_sequence: null };
  send("message_delta", { delta, usage: { output_tokens: usagePerAnswer.out } });
  send("message_stop", {});
  response.end();
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function blocksOf(said: Spoken, id: string): readonly Block[] {
  switch (said.kind) {
    case "text":
      return [{ type: "text", text: said.text }];
    case "tool": {
      const call: Block = { type: "tool_use", id: `toolu_${id}`, name: said.name, input: said.input };
      return said.text === undefined ? [call] : [{ type: "text", text: said.text }, call];
    }
    case "hang":
    case "drop":
      return [];
  }
}

function sendBlock(
  send: (type: string, data: Readonly<Record<string, unknown>>) => void,
  block: Block,
  index: number,
): void {
  const empty = block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} };
  const delta =
    block.type === "text"
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  send("content_block_start", { index, content_block: empty });
  send("content_block_delta", { index, delta });
  send("content_block_stop", { index });
}

const errorBody = (type: string, message: string) => ({
  type: "error",
  error: { type, message },
  request_id: "req_error",
});

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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
