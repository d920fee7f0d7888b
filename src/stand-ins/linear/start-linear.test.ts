import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { type LinearOptions, type PlayedLinear, startLinear } from "./start-linear.ts";

const servers: PlayedLinear[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function started(options: LinearOptions = {}): Promise<PlayedLinear> {
  const server = await startLinear({
    seed: { issues: [1, 2, 3].map((n) => ({ identifier: `AB-${n}`, title: `issue ${n}` })), teams: ["XY"] },
    ...options,
  });
  servers.push(server);
  return server;
}

interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly data: object | null;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

async function ask(server: PlayedLinear, query: string, variables: object = {}, key = server.key): Promise<Said> {
  const response = await fetch(server.url, {
    method: "POST",
    headers: { authorization: key, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as {
    data: Said["data"];
    errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  };
  const [error] = body.errors ?? [];
  return {
    status: response.status,
    headers: response.headers,
    data: body.data,
    code: error?.extensions?.code,
    message: error?.message,
  };
}

const stateId = (server: PlayedLinear, team: string, name: string): string =>
  server.world.teams.find(({ key }) => key === team)?.states.find((state) => state.name === name)?.id ?? "";
const move =
  "mutation Move($id: String!, $state: String!) { issueUpdate(id: $id, input: { stateId: $state }) { success } }";

describe("a played Linear", () => {
  test("gives lists page by page, newest first, with a cursor that leads on", async () => {
    const server = await started();
    const page =
      "query Page($after: String) { issues(first: 2, after: $after) { nodes { identifier } pageInfo { hasNextPage endCursor } } }";
    const first = await ask(server, page);
    expect(first.data).toMatchObject({ issues: { nodes: [{ identifier: "AB-3" }, { identifier: "AB-2" }] } });
    const cursor = Buffer.from("at:1").toString("base64url");
    expect(first.data).toMatchObject({ issues: { pageInfo: { hasNextPage: true, endCursor: cursor } } });
    const second = await ask(server, page, { after: cursor });
    expect(second.data).toEqual({
      issues: { nodes: [{ identifier: "AB-1" }], pageInfo: { hasNextPage: false, endCursor: expect.any(String) } },
    });
    expect((await ask(server, page, { after: "nonsense" })).message).toBe("The cursor is none of ours.");
  });

  test("lets in by key alone", async () => {
    const server = await started();
    expect(await ask(server, "{ viewer { id } }", {}, "Bearer x")).toMatchObject({
      status: 401,
      code: "AUTHENTICATION_ERROR",
    });
  });

  test("counts requests, tells how many are left, and refuses more", async () => {
    const server = await started({ requestsPerHour: 1 });
    const { headers } = await ask(server, "{ viewer { id } }");
    expect([headers.get("x-ratelimit-requests-limit"), headers.get("x-ratelimit-requests-remaining")]).toEqual([
      "1",
      "0",
    ]);
    const refused = await ask(server, "{ viewer { id } }");
    expect([refused.status, refused.code]).toEqual([400, "RATELIMITED"]);
    expect(Number(refused.headers.get("x-ratelimit-requests-reset"))).toBeGreaterThan(Date.now());
  });

  test("refuses what costs too much", async () => {
    const many = "{ issues(first: 250) { nodes { labels(first: 250) { nodes { id } } } } }";
    expect((await ask(await started(), many)).message).toMatch(/^Query too complex: \d+ points$/);
  });

  test("a state has to be of the issue's own team, and an id has to be one", async () => {
    const server = await started();
    const wrong = await ask(server, move, { id: "AB-1", state: stateId(server, "XY", "Done") });
    expect([wrong.status, wrong.message]).toEqual([
      400,
      "Argument Validation Error: the state is not of the issue's team",
    ]);
    expect((await ask(server, move, { id: "AB-1", state: "Done" })).code).toBe("INVALID_INPUT");
    expect((await ask(server, move, { id: "AB-9", state: stateId(server, "AB", "Done") })).message).toBe(
      "Entity not found: Issue",
    );
    expect(server.issue("AB-1")).toMatchObject({ state: "Todo", moves: [] });
  });

  test("remembers the way of an issue through its states", async () => {
    const server = await started();
    await ask(server, move, { id: "AB-1", state: stateId(server, "AB", "In Progress") });
    server.byHand("AB-1", { state: "Canceled" });
    expect(server.issue("AB-1").moves).toEqual(["In Progress", "Canceled"]);
    const { data } = await ask(server, '{ issue(id: "AB-1") { history(first: 5) { nodes { actorId } } } }');
    const [anna, ralph] = [server.world.users[1]?.id, server.world.users[0]?.id];
    expect(data).toEqual({ issue: { history: { nodes: [{ actorId: anna }, { actorId: ralph }] } } });
  });

  test("tells of changed issues, signed over the very bytes", async () => {
    const heard = Promise.withResolvers<{
      readonly body: string;
      readonly signature: unknown;
      readonly event: unknown;
    }>();
    const listener = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        response.end();
        const { "linear-signature": signature, "linear-event": event } = request.headers;
        heard.resolve({ body: Buffer.concat(parts).toString(), signature, event });
      });
    });
    await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
    const { port } = listener.address() as { port: number };
    const server = await started({ webhook: { url: `http://127.0.0.1:${port}/hook`, secret: "s3cret" } });
    server.byHand("AB-2", { state: "Done" });
    const { body, signature, event } = await heard.promise;
    listener.close();
    expect(JSON.parse(body)).toMatchObject({
      action: "update",
      type: "Issue",
      data: { identifier: "AB-2", state: { name: "Done" } },
    });
    expect([signature, event]).toEqual([createHmac("sha256", "s3cret").update(body).digest("hex"), "Issue"]);
  });
});
