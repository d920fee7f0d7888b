import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { answerGraphql } from "../graphql/answer-graphql.ts";
import { storedLog } from "../routes/check-routes.ts";
import { notFound, type Reply, refusal } from "../routes/route.ts";
import { updatePulls } from "../world/mergeability.ts";
import type { World } from "../world/world.ts";
import type { Exchange } from "./exchange.ts";
import type { Fault, Faults } from "./faults.ts";
import { findRoute } from "./find-route.ts";

/** What answers requests, and what is kept of them. */
export interface Service {
  readonly world: World;
  readonly faults: Faults;
  readonly exchanges: Exchange[];
}

/** Starts to listen on loopback; `port` 0 takes a free one. Requests are answered one after the other. */
export function serve(service: () => Service, port: number): Promise<Server> {
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    last = last
      .then(() => handle(service(), request, response))
      .catch((error: unknown) => {
        send(response, refusal(500, String(error)));
      });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/* Where the address of a log leads to: it asks for no token. */
const storage = "/_storage/logs/";

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly token: string;
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked: Asked = {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", service.world.url),
    text: await bodyOf(request),
    token: (request.headers.authorization ?? "").replace(/^(?:bearer|token) /i, ""),
  };
  const fault = service.faults.take(`${asked.method} ${asked.url.pathname}`);
  if (fault?.kind === "offline") return void response.destroy();
  if (fault?.kind === "slow") await sleep(fault.ms);
  const reply = fault?.kind === "status" ? faultReply(fault) : await replyTo(service.world, asked);
  // The storage of logs is a service of its own.
  if (!asked.url.pathname.startsWith(storage))
    service.exchanges.push(exchangeOf(asked, reply, fault !== null && fault.kind !== "slow"));
  if (fault?.kind === "lost") return void response.destroy();
  if (fault?.kind === "cut") return sendHalf(response, reply);
  if (fault?.kind === "garbled")
    return void response.writeHead(200, { "content-type": fault.type ?? "text/html" }).end(fault.body);
  send(response, reply);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const faultReply = ({ status, message, headers }: Extract<Fault["as"], { kind: "status" }>): Reply => ({
  ...refusal(status, message ?? `Answered with ${status} on purpose.`),
  headers: headers ?? {},
});

async function replyTo(world: World, { method, url, text, token }: Asked): Promise<Reply> {
  if (url.pathname.startsWith(storage))
    return { status: 200, body: storedLog(world, Number(url.pathname.slice(storage.length))) ?? "" };
  if (token !== world.token) return refusal(401, token === "" ? "Requires authentication" : "Bad credentials");
  const body = membersIn(text);
  await updatePulls(world);
  if (method === "POST" && url.pathname === "/graphql") return answerGraphql(world, body);
  const found = findRoute(method, url.pathname);
  if (found === null || !isOurs(world, found.params)) return notFound;
  const reply = await found.handler({ world, params: found.params, query: url.searchParams, body });
  const next = reply.headers?.["link"];
  if (next === undefined) return reply;
  // A handler knows the page, and not the address that it was asked at.
  return { ...reply, headers: { ...reply.headers, link: next.replace(world.url, `${world.url}${url.pathname}`) } };
}

/* GitHub does not care for the case of names. */
const isOurs = (world: World, params: Readonly<Record<string, string>>): boolean =>
  (params["owner"] ?? world.owner).toLowerCase() === world.owner.toLowerCase() &&
  (params["repo"] ?? world.name).toLowerCase() === world.name.toLowerCase();

function membersIn(text: string): Readonly<Record<string, unknown>> {
  if (text === "") return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function exchangeOf({ method, url, text }: Asked, reply: Reply, isFault: boolean): Exchange {
  const found = findRoute(method, url.pathname);
  const isGraphql = url.pathname === "/graphql";
  return {
    route: isGraphql ? "POST /graphql" : (found?.route ?? null),
    method,
    path: url.pathname,
    params: found?.params ?? {},
    query: Object.fromEntries(url.searchParams),
    sent: text === "" ? undefined : membersIn(text),
    status: reply.status,
    answered: reply.body,
    isFault,
  };
}

function sendHalf(response: ServerResponse, { status, body }: Reply): void {
  const text = JSON.stringify(body ?? null);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) + 1 });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const limits = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "4999", "x-ratelimit-reset": "4102444800" };
  const isText = typeof body === "string";
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  response.writeHead(status, { ...limits, ...(body === undefined ? {} : { "content-type": type }), ...headers });
  response.end(isText ? body : body === undefined ? undefined : JSON.stringify(body));
}
