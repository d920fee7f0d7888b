import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeVersion, installed, openClaudeWorld } from "./installed-claude.ts";
import { commitAll, edit, report, tick, work } from "./model-moves.ts";
import { inTurn, type ModelReply, type ModelRequest, usagePerAnswer } from "./model-server.ts";

describe.skipIf(!installed.ok)(`${claudeVersion} through the loop`, () => {
  test("A-10 an edit becomes a landed commit, with session, usage and cost, and no key in any file", async () => {
    await using world = await openClaudeWorld({
      model: (root) =>
        inTurn(
          { kind: "write", path: join(root, "hello.txt"), content: "hello\n", text: "I will write it." },
          {
            kind: "tool",
            name: "Bash",
            input: { command: "echo key: $ANTHROPIC_API_KEY", description: "tell the key" },
          },
          tick(),
          commitAll("feat: say hello", "Co-Authored-By: Claude <noreply@anthropic.com>"),
          { kind: "text", text: `Done.\n\n${report()}` },
        ),
    });
    const result = await world.run();
    expect(result).toMatchObject({
      endReason: "plan_complete",
      exitCode: 0,
      counts: { landed: 1, open: 0 },
      cost: { estimated: false },
    });
    expect(result.cost.usd).toBeGreaterThan(0);
    expect(result.cost.tokensIn).toBe(5 * usagePerAnswer.in);
    expect(result.iterations).toMatchObject([
      { outcome: "landed", block: { status: "COMPLETE", by: "agent" }, discrepancies: [] },
    ]);
    expect(await world.repository.git("log", "-1", "--format=%s", "main")).toBe("feat: say hello");
    const trailers = await world.repository.git("log", "-1", "--format=%(trailers:only)", "main");
    expect(trailers).toMatch(
      /^Ralph-Run: \S+\nRalph-Iteration: 1\nRalph-Task: \S+\nRalph-Commits: [0-9a-f]{40}\nCo-authored-by: Claude <noreply@anthropic\.com>$/,
    );
    expect(await world.repository.git("show", "main:hello.txt")).toBe("hello");
    expect(await world.repository.git("status", "--porcelain")).toBe("");
    const [call] = world.facts("agent-finished");
    expect(call).toMatchObject({
      outcome: "ok",
      session: expect.stringMatching(/^[0-9a-f-]{36}$/),
      toolCalls: 4,
      denials: [],
      survivors: 0,
    });
    expect(await world.repository.read(join(".ralph/logs", result.run, "1.implementer.jsonl"))).toContain(
      "[masked:ANTHROPIC_API_KEY]",
    );
    expect(await world.filesWithKey()).toEqual([]);
  });

  test("G-5 C-16 the stop hook gets the block that was forgotten: one answer, and none counted as missing", async () => {
    await using world = await openClaudeWorld({
      model: (root) =>
        inTurn(
          edit(root, "hello.txt", "hello\n"),
          tick(),
          { kind: "text", text: "All done." },
          { kind: "text", text: report() },
        ),
    });
    const result = await world.run();
    expect(result).toMatchObject({
      endReason: "plan_complete",
      iterations: [{ outcome: "landed", calls: { implementer: 1 }, block: { by: "agent" } }],
    });
    expect(world.model.requests).toHaveLength(4);
    expect(world.model.requests[3]?.raw).toContain("Stop hook feedback");
    expect(world.facts("answer-read")).toMatchObject([{ reading: { usable: true } }]);
  });

  test("L-23 a block that is still missing is asked for once, in the same session", async () => {
    await using world = await openClaudeWorld({
      model: (root) =>
        inTurn(
          edit(root, "hello.txt", "hello\n"),
          tick(),
          { kind: "text", text: "All done." },
          { kind: "text", text: "As I said, all is done." },
          { kind: "text", text: report() },
        ),
    });
    const result = await world.run();
    expect(result).toMatchObject({
      endReason: "plan_complete",
      iterations: [{ outcome: "landed", block: { by: "agent" } }],
    });
    const calls = world.facts("agent-finished");
    expect(calls).toHaveLength(2);
    expect(calls[1]?.session).toBe(calls[0]?.session);
    // Per call: what the session had used before is not counted twice.
    expect(calls.map((call) => call.usage?.in)).toEqual([4 * usagePerAnswer.in, usagePerAnswer.in]);
    expect(world.model.requests[4]?.raw).toContain("Answer with the status block alone");
  });

  test("L-26 a used-up plan is waited for until its reset, and the work goes on", async () => {
    let resets = 0;
    await using world = await openClaudeWorld({
      model: (root) => (request) => {
        if (request.turn === 0) resets = Math.ceil(Date.now() / 1000 + 4) * 1000;
        return request.turn === 0 ? limitUntil(resets) : inTurn(...work(root))({ ...request, turn: request.turn - 1 });
      },
    });
    const result = await world.run();
    expect(result).toMatchObject({ endReason: "plan_complete", breaker: "closed", counts: { landed: 1 } });
    expect(world.facts("waited")).toEqual([{ kind: "waited", why: "usage_limit", until: resets, cut: false }]);
    const [limited, again] = world.facts("agent-finished");
    expect(limited).toMatchObject({ outcome: "usage_limit", limit: { resetAt: new Date(resets).toISOString() } });
    expect(again?.startedAt).toBeGreaterThanOrEqual(resets);
  });

  test("L-24 a tick without work behind it is taken back, and told", async () => {
    await using world = await openClaudeWorld({
      model: (root) => inTurn(tick(), { kind: "text", text: report() }, ...work(root)),
    });
    expect(await world.run()).toMatchObject({
      endReason: "plan_complete",
      iterations: [{ outcome: "no_progress" }, { outcome: "landed" }],
    });
    expect(world.model.requests[2]?.raw).toContain("CORRECTION: the tick was taken back");
  });

  test("A-11 C-4 a sub-agent's block is not the answer", async () => {
    let ofSubAgents = 0;
    await using world = await openClaudeWorld({
      items: ["Say hello in hello.txt", "Say goodbye in goodbye.txt"],
      settings: ["RALPH_QA_ROLES=off"],
      model: (root) => {
        const main = inTurn(
          {
            kind: "tool",
            name: "Agent",
            input: { description: "look", prompt: "LOOK AROUND", subagent_type: "Explore" },
          },
          ...work(root, "hello.txt", 1),
          ...work(root, "goodbye.txt", 2),
        );
        return (request) => {
          if (!isOfSubAgent(request)) return main({ ...request, turn: request.turn - ofSubAgents });
          ofSubAgents += 1;
          const block = report({ EXIT_SIGNAL: "true", RECOMMENDATION: "All tasks complete" });
          return { kind: "text", text: `Nothing is left.\n\n${block}` };
        };
      },
    });
    const result = await world.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(ofSubAgents).toBe(1);
    expect(world.facts("agent-finished").map((call) => call.subAgents)).toEqual([1, 0]);
    expect(world.facts("answer-read").map((answer) => answer.reading.block?.exitSignal)).toEqual([false, false]);
  });

  test.each([
    {
      what: "an unknown model",
      status: 404,
      type: "not_found_error",
      message: "model: no-such-model",
      told: /selected model/,
      cure: /RALPH_MODEL/,
      class: "bad_model",
    },
    {
      what: "a key that is not taken",
      status: 401,
      type: "authentication_error",
      message: "invalid x-api-key",
      told: /API key/,
      cure: /key that is valid/,
      class: "auth",
    },
  ])(
    "L-2 $what ends the run as agent_unavailable, with what to do",
    async ({ status, type, message, told, cure, class: outcome }) => {
      await using world = await openClaudeWorld({ model: () => inTurn({ kind: "error", status, type, message }) });
      const result = await world.run();
      expect(result).toMatchObject({
        endReason: "agent_unavailable",
        exitCode: 6,
        breaker: "closed",
        iterations: [{ error: { class: outcome } }],
      });
      expect(result.message).toMatch(told);
      expect(result.next).toMatch(cure);
    },
  );
});

const limitUntil = (resets: number): ModelReply => ({ kind: "limit", resets });

/** A sub-agent is given its own task only, not the prompt of the loop. */
const isOfSubAgent = ({ raw }: ModelRequest): boolean =>
  raw.includes("LOOK AROUND") && !raw.includes("You are the implementer");
