import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { BacklogError } from "../../../../ports/backlog.ts";
import { type LinearOptions, type PlayedLinear, startLinear } from "../../../../stand-ins/linear/start-linear.ts";
import { accessTo, opened, playedTime } from "../fixtures/played-linear.ts";
import { linearQueries } from "./linear-queries.ts";
import { type LinearAccess, linearTransport } from "./linear-transport.ts";

const servers: PlayedLinear[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function started(options: LinearOptions = {}): Promise<PlayedLinear> {
  const server = await startLinear({ seed: { issues: [{ identifier: "AB-1", title: "one" }] }, ...options });
  servers.push(server);
  return server;
}
const askProject = (access: LinearAccess, signal?: AbortSignal) =>
  linearTransport(access)(linearQueries.project, { name: "Demo" }, signal);
async function errorOf(work: Promise<unknown>): Promise<BacklogError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof BacklogError) return error;
  throw new Error("expected a BacklogError", { cause: error });
}
const secret = "lin_api_0123456789abcdef0123456789abcdef";

describe("the key", () => {
  test("a missing one is said at once, with where it goes", async () => {
    const server = await started();
    const error = await errorOf(askProject({ ...accessTo(server), key: () => Promise.resolve(null) }));
    expect([error.code, error.fault.code]).toEqual(["missing", "no-key"]);
    expect(error.fault.hint).toContain("LINEAR_API_KEY");
    expect(server.asked).toEqual([]);
  });
  test("a wrong one is said at once, and neither the key nor anything sent stands in the error", async () => {
    const server = await started();
    const time = playedTime();
    const error = await errorOf(askProject({ ...accessTo(server, time), key: () => Promise.resolve(secret) }));
    expect(error.fault).toMatchObject({
      code: "key-refused",
      message: "Linear does not accept the key that it was given.",
    });
    expect(time.waits).toEqual([]);
    expect(JSON.stringify([error.message, error.fault, String(error.cause), error.stack])).not.toContain(secret);
  });
  test("it never leaves in the open: http is for this very machine alone", async () => {
    const asked: unknown[] = [];
    const access = { ...accessTo({ url: "http://api.linear.app/graphql", key: secret }) };
    const error = await errorOf(
      askProject({
        ...access,
        fetch: async (...sent: unknown[]) => {
          asked.push(sent);
          return new Response();
        },
      }),
    );
    expect([error.fault.code, asked]).toEqual(["bad-address", []]);
  });
  test("a file of the repository does not say where it goes, a person may", async () => {
    const hosts: string[] = [];
    const access: LinearAccess = {
      ...accessTo({ url: "https://linear.example/graphql", key: secret }),
      fetch: async (url) => {
        hosts.push(new URL(url instanceof Request ? url.url : url).host);
        return new Response("no", { status: 404 });
      },
    };
    const error = await errorOf(askProject(access));
    expect([error.fault.code, error.message, hosts]).toEqual([
      "foreign-address",
      "The key to Linear is not sent to linear.example.",
      [],
    ]);
    await errorOf(askProject({ ...access, isNamed: true }));
    await errorOf(askProject({ ...access, url: "https://api.linear.app/graphql" }));
    expect(hosts).toEqual(["linear.example", "api.linear.app"]);
  });
  test("another address that an answer leads to does not get it", async () => {
    const target = await started();
    const server = createServer((_request, response) => {
      response.writeHead(307, { location: target.url });
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const error = await errorOf(askProject(accessTo({ url: `http://127.0.0.1:${port}/graphql`, key: secret })));
    server.close();
    expect([error.fault.code, target.asked]).toEqual(["not-understood", []]);
  });
});

describe("what passes is waited out", () => {
  test.each([
    ["a server that is not well", { kind: "status", status: 503 }],
    ["a connection that breaks", { kind: "cut" }],
    ["a limit", { kind: "limited" }],
    ["a limit with a status of its own", { kind: "limited", status: 429, retryAfterSeconds: 3 }],
  ] as const)("%s", async (_name, trouble) => {
    const server = await started();
    const time = playedTime(Date.now());
    server.fail(trouble, trouble);
    expect((await askProject(accessTo(server, time))).projects.nodes[0]?.name).toBe("Demo");
    expect(time.waits).toHaveLength(2);
  });
  test("the wait that is asked for is kept", async () => {
    const server = await started();
    const time = playedTime();
    server.fail({ kind: "limited", retryAfterSeconds: 30 });
    await askProject(accessTo(server, time));
    expect(time.waits).toEqual([30_500]);
  });
  test.each([-86_400_000, 0, 86_400_000])(
    "clocks that differ by %d ms change nothing: only what lies between the server's own times counts",
    async (skew) => {
      const server = await started({ clockSkewMs: skew });
      const time = playedTime();
      server.fail({ kind: "limited", resetAt: Date.now() + skew + 90_000 });
      await askProject(accessTo(server, time));
      expect(time.waits[0]).toBeGreaterThan(85_000);
      expect(time.waits[0]).toBeLessThan(95_000);
    },
  );
  test("without a word from the server the waits grow, up to a minute", async () => {
    const server = await started();
    const time = playedTime();
    const backlog = opened(server, accessTo(server, time));
    await backlog.whereabouts?.();
    server.fail(...Array.from({ length: 8 }, () => ({ kind: "status", status: 502 }) as const));
    await backlog.load();
    expect(time.waits).toEqual([750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]);
  });
});

describe("the patience has an end", () => {
  test("no network: said with the system's word, once the time is over", async () => {
    const server = await started();
    const time = playedTime();
    const backlog = opened(server, accessTo(server, time));
    await backlog.whereabouts?.();
    await server.close();
    const error = await errorOf(backlog.load());
    expect([error.code, error.message]).toEqual(["unavailable", "Linear can't be reached: ECONNREFUSED."]);
    const waited = time.waits.reduce((sum, wait) => sum + wait, 0);
    expect([waited > 240_000, waited <= 300_000]).toEqual([true, true]);
  });
  test("what has never answered is not waited for as long", async () => {
    const time = playedTime();
    const error = await errorOf(askProject(accessTo({ url: "http://127.0.0.1:1/graphql", key: "k" }, time)));
    expect(error.code).toBe("unavailable");
    expect(time.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(20_000);
  });
  test("a server that stays down", async () => {
    const server = await started();
    server.fail(...Array.from({ length: 50 }, () => ({ kind: "status", status: 500 }) as const));
    const error = await errorOf(askProject(accessTo(server)));
    expect([error.code, error.message]).toEqual(["unavailable", "Linear does not work at the moment (HTTP 500)."]);
  });
  test("a limit that lasts longer than anybody waits is said at once, with how long", async () => {
    const server = await started();
    const time = playedTime();
    server.fail({ kind: "limited", resetAt: Date.now() + 3_000_000 });
    const error = await errorOf(askProject(accessTo(server, time)));
    expect(error.message).toMatch(/^Linear accepts no more requests with this key for (50|51) minutes\.$/);
    expect([error.code, time.waits]).toEqual(["unavailable", []]);
  });
  test("whoever waits may give up", async () => {
    const server = await started();
    const stop = new AbortController();
    server.fail({ kind: "status", status: 500 });
    const access = accessTo(server);
    const sleep = async () => stop.abort(new Error("enough"));
    await expect(askProject({ ...access, time: { ...access.time, sleep } }, stop.signal)).rejects.toThrow("enough");
    expect(server.asked).toHaveLength(1);
  });
  test.each([
    ["half of one", '{"data": {"proj'],
    ["somebody else's", "<html>log in first</html>"],
    [
      "one that tells of its own trouble",
      '{"data": null, "errors": [{"message": "x", "extensions": {"code": "INTERNAL_SERVER_ERROR"}}]}',
    ],
    ["the same by its type", '{"errors": [{"message": "x", "extensions": {"type": "lock timeout"}}]}'],
  ])("an answer with 200 that is none, once Linear has answered: %s", async (_what, body) => {
    const server = await started();
    const ask = linearTransport(accessTo(server));
    const project = () => ask(linearQueries.project, { name: "Demo" });
    await project();
    server.fail({ kind: "status", status: 200, body });
    expect((await project()).viewer.name).toBe("Ralph");
  });
  test("once the run is to stop nobody waits: what is under way is tried once more, and goes on where it goes well", async () => {
    const server = await started();
    const stop = new AbortController();
    const time = playedTime();
    const sleep = async () => stop.abort();
    const access = { ...accessTo(server, time), time: { ...time.time, sleep }, hurry: stop.signal };
    server.fail({ kind: "status", status: 500 }, { kind: "status", status: 500 }, { kind: "status", status: 500 });
    expect((await errorOf(askProject(access))).code).toBe("unavailable");
    expect(server.asked).toHaveLength(2);
    await errorOf(askProject(access));
    expect((await askProject(access)).viewer.name).toBe("Ralph");
  });
});

describe("answers that are none", () => {
  test("a page of a proxy", async () => {
    const server = await started();
    server.fail({ kind: "status", status: 200, body: "<html>log in first</html>" });
    const error = await errorOf(askProject(accessTo(server)));
    expect([error.code, error.fault.hint]).toEqual([
      "unreadable",
      "Look at RALPH_LINEAR_URL, and at what stands between here and Linear.",
    ]);
  });
  test("an answer of another form says where", async () => {
    const server = await started();
    server.fail({ kind: "status", status: 200, body: JSON.stringify({ data: { viewer: null } }) });
    expect((await errorOf(askProject(accessTo(server)))).message).toBe(
      "Linear's answer to RalphProject is not what it should be (at viewer).",
    );
  });
});

describe("the project", () => {
  test.each([["Demo"], ["demo"], [" Demo "]])("is found as %j", async (project) => {
    const server = await started();
    expect((await opened(server, { project }).load()).tasks).toHaveLength(1);
    expect(await opened(server, { project }).whereabouts?.()).toBe("Linear, project Demo, as Ralph");
  });
  test("is found by its address", async () => {
    const server = await started();
    const slug = server.world.projects[0]?.slugId ?? "";
    for (const project of [
      slug,
      `https://linear.app/acme/project/demo-${slug}`,
      `https://linear.app/acme/project/demo-${slug}/issues`,
    ])
      expect((await opened(server, { project }).load()).tasks).toHaveLength(1);
  });
  test.each([
    ["Demmo", ["Demo", "Payments"], "Did you mean Demo? Set RALPH_LINEAR_PROJECT to it."],
    ["Nothing like it", ["Demo", "Payments"], "It has Demo, Payments. Set RALPH_LINEAR_PROJECT to one of them."],
    ["Demo", [], "This key sees no project at all: use one of an account that is a member of its team."],
  ])("%s among %j", async (project, projects, hint) => {
    const server = await started({ seed: { projects } });
    const error = await errorOf(opened(server, { project }).load());
    expect([error.code, error.fault.hint]).toEqual(["missing", hint]);
  });
  test("two of the same name are told apart by their addresses", async () => {
    const server = await started({ seed: { projects: ["Demo", "Demo"] } });
    const error = await errorOf(opened(server).load());
    expect(error.message).toBe("Linear has 2 projects called Demo.");
  });
});
