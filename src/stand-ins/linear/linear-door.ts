import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { buildSchema, type ExecutionResult, graphql, GraphQLError, parse } from "graphql";
import { complexityOf, mostPoints } from "./complexity.ts";
import { LinearRefusal } from "./linear-refusal.ts";
import { linearSchema } from "./linear-schema.ts";

/** What goes wrong with one request, in place of an answer; with `of` the next one of this name, else the very next. */
export type LinearTrouble = { readonly of?: string } & (
  | {
      readonly kind: "limited";
      readonly status?: 400 | 429;
      readonly retryAfterSeconds?: number;
      /** When the server says that its limit ends, ms by its own clock. */
      readonly resetAt?: number;
    }
  | { readonly kind: "status"; readonly status: number; readonly body?: string }
  /** The connection breaks before anything is done; `cut-after`: it is done, and nobody hears of it. */
  | { readonly kind: "cut" }
  | { readonly kind: "cut-after" }
);

/** How requests are met. */
export interface DoorRules {
  readonly key: string;
  readonly latencyMs: number;
  readonly requestsPerHour: number;
  readonly clockSkewMs: number;
}

const hourMs = 3_600_000;

/** Lets requests in: by key, within limits, and with the trouble that a test wants. */
export class LinearDoor {
  readonly asked: string[] = [];
  readonly troubles: LinearTrouble[] = [];
  readonly #schema = buildSchema(linearSchema);
  readonly #rules: DoorRules;
  readonly #root: unknown;
  readonly #begun: number;
  #left: number;

  constructor(rules: DoorRules, root: unknown) {
    this.#rules = rules;
    this.#root = root;
    this.#left = rules.requestsPerHour;
    this.#begun = this.now();
  }

  /** The server's own time, ms. */
  now(): number {
    return Date.now() + this.#rules.clockSkewMs;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readQuery(await bodyOf(request));
    this.asked.push(asked.operation);
    if (this.#rules.latencyMs > 0) await wait(this.#rules.latencyMs);
    const trouble = this.#troubleFor(asked.operation);
    if (trouble !== undefined && trouble.kind !== "cut-after") return this.#spoil(trouble, request, response);
    const refusal = this.#refusalOf(request);
    if (refusal !== null) return send(response, refusal.status, failed(refusal), this.#headers());
    this.#left -= 1;
    const result = await this.#run(asked);
    if (trouble !== undefined) return void request.socket.destroy();
    send(response, statusOf(result), result, this.#headers());
  }

  #troubleFor(operation: string): LinearTrouble | undefined {
    const index = this.troubles.findIndex(({ of }) => of === undefined || of === operation);
    return index === -1 ? undefined : this.troubles.splice(index, 1)[0];
  }

  #refusalOf(request: IncomingMessage): LinearRefusal | null {
    if (request.headers.authorization !== this.#rules.key) return LinearRefusal.unauthenticated();
    return this.#left <= 0 ? LinearRefusal.limited() : null;
  }

  #spoil(
    trouble: Exclude<LinearTrouble, { kind: "cut-after" }>,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    switch (trouble.kind) {
      case "cut":
        return void request.socket.destroy();
      case "status":
        return send(response, trouble.status, trouble.body ?? "upstream error", {});
      case "limited":
        return send(response, trouble.status ?? 400, failed(LinearRefusal.limited()), {
          ...this.#headers(trouble.resetAt ?? this.now() + 1_000, 0),
          ...(trouble.retryAfterSeconds === undefined ? {} : { "retry-after": String(trouble.retryAfterSeconds) }),
        });
    }
  }

  async #run({ query, variables }: Asked): Promise<ExecutionResult | object> {
    try {
      const points = complexityOf(parse(query), variables);
      if (points > mostPoints) return failed(LinearRefusal.tooComplex(points));
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
    }
    return graphql({ schema: this.#schema, source: query, rootValue: this.#root, variableValues: variables });
  }

  #headers(resetAt = this.#begun + hourMs, left = this.#left): Readonly<Record<string, string>> {
    return {
      date: new Date(this.now()).toUTCString(),
      "x-ratelimit-requests-limit": String(this.#rules.requestsPerHour),
      "x-ratelimit-requests-remaining": String(Math.max(0, left)),
      "x-ratelimit-requests-reset": String(resetAt),
    };
  }
}

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operation: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function readQuery(body: string): Asked {
  const value: unknown = JSON.parse(body);
  const members = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  const [query, variables] = [members.get("query"), members.get("variables")];
  if (typeof query !== "string") throw new TypeError("There is no query in the request.");
  return {
    query,
    variables: typeof variables === "object" && variables !== null ? Object.fromEntries(Object.entries(variables)) : {},
    operation: /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? "?",
  };
}

const failed = (refusal: LinearRefusal): object => ({
  data: null,
  errors: [{ message: refusal.message, extensions: refusal.extensions }],
});

/* What could not be done at all is answered with 400; what gives some data is not. */
const statusOf = (result: ExecutionResult | object): number =>
  "errors" in result && (!("data" in result) || result.data == null) ? 400 : 200;

/** Answers once. */
export function send(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) return;
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
