import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { anthropicWire } from "./anthropic-wire.ts";
import { chatWire } from "./chat-wire.ts";
import { geminiWire } from "./gemini-wire.ts";
import { responsesWire } from "./responses-wire.ts";
import { type Body, eventText, type ModelAsked, type ModelReply, type ReplyFrame, type Wire } from "./wire.ts";

/** A model of our own on loopback: it answers every agent program in its protocol, for no money. Closed by the language. */
export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
}

/** The protocols that are spoken. */
export const wires: readonly Wire[] = [anthropicWire, responsesWire, chatWire, geminiWire];

const usage = { in: 10, out: 10, cachedRead: 0, cachedWrite: 0 } as const;

/** Starts it on a free port of 127.0.0.1. `reply` is asked for each request that offers tools; all others get a short text. */
export async function startModelServer(reply: (asked: ModelAsked) => ModelReply): Promise<ModelServer> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const frame = { id: `loopback_${asked}`, model: "loopback", usage };
    serve({ request, response, frame }, reply).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
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
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly frame: ReplyFrame;
}

async function serve({ request, response, frame }: Exchange, reply: (asked: ModelAsked) => ModelReply): Promise<void> {
  const [path = ""] = (request.url ?? "").split("?");
  const body = await bodyOf(request);
  const wire = wires.find((one) => one.matches(path));
  if (wire === undefined) return sendJson(response, path.endsWith("/models") ? 200 : 404, otherAnswer(path));
  const asked = wire.read(body, path);
  const said: ModelReply = asked.tools.length === 0 ? { kind: "text", text: "ok" } : reply(asked);
  if (!asked.streams) return sendJson(response, 200, wire.whole(said, frame));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const event of wire.events(said, frame)) response.write(eventText(event));
  response.end();
}

/** What else programs ask a provider for: the models that there are, and how long a text is. */
const otherAnswer = (path: string): unknown =>
  path.endsWith("/models")
    ? { object: "list", data: [{ id: "loopback", object: "model", created: 0, owned_by: "loopback" }], models: [] }
    : { input_tokens: 10, totalTokens: 10, error: { type: "not_found_error", message: `nothing at ${path}` } };

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
  } catch {
    return {};
  }
}
