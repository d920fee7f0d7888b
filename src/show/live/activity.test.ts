import { describe, expect, test } from "vitest";
import { type Activity, actionText, type AgentNews, hear, newActivity } from "./activity.ts";

const after = (...news: readonly AgentNews[]): Activity =>
  news.reduce((activity, each, at) => hear(activity, each, 1_000 + at), newActivity(null, 0));

const tool = (name: string, input: string): AgentNews => ({ type: "tool", name, input, sub: false });
const words = (...news: readonly AgentNews[]): string | null => {
  const { last } = after(...news);
  return last === null ? null : actionText(last);
};

describe("F218 what an agent does is told in words", () => {
  test.each([
    ["Bash", JSON.stringify({ command: "npm test", description: "Runs the tests" }), "Bash npm test"],
    ["Bash", JSON.stringify({ command: ["sh", "-c", "date"] }), "Bash sh -c date"],
    ["Edit", JSON.stringify({ old_string: "a", file_path: "/repo/src/a.ts" }), "Edit /repo/src/a.ts"],
    ["Own", JSON.stringify({ depth: 3, what: "trees" }), "Own trees"],
    ["None", "{}", "None"],
    ["Cut", '{"file_path":"/repo/a', 'Cut {"file_path":"/repo/a'],
    ["Plain", "words", "Plain words"],
  ])("%s with %s", (name, input, text) => {
    expect(words(tool(name, input))).toBe(text);
  });

  test("a sub-agent's doing is marked as such", () => {
    expect(words({ type: "tool", name: "Read", input: '{"path":"a"}', sub: true })).toBe("sub-agent: Read a");
  });

  test("results and empty texts leave the last action, but are a sign of life", () => {
    const heard = after(
      tool("Read", ""),
      { type: "tool-result", isError: false },
      { type: "text", text: " \n", sub: false },
    );
    expect(heard.last).toMatchObject({ text: "Read", at: 1_000 });
    expect(heard.heardAt).toBe(1_002);
  });
});

describe("what a call has come to so far", () => {
  const usage = { in: 1, out: 2, cachedRead: 3, cachedWrite: 4 };

  test("tokens are added or replaced as the agent counts them, and unknown until it does", () => {
    expect(after().tokens).toBeNull();
    expect(after({ type: "usage", usage, mode: "add" }, { type: "usage", usage, mode: "add" }).tokens).toBe(20);
    expect(after({ type: "usage", usage, mode: "total" }, { type: "usage", usage, mode: "total" }).tokens).toBe(10);
  });

  test("cost is a sum so far", () => {
    expect(after({ type: "cost", usd: 0.1 }, { type: "cost", usd: 0.3 }).costUsd).toBe(0.3);
  });

  test("calls, sub-agents and retries are counted", () => {
    expect(
      after(tool("a", ""), tool("b", ""), { type: "sub-agent", name: "x" }, { type: "retry", reason: "overloaded" }),
    ).toMatchObject({
      toolCalls: 2,
      subAgents: 1,
      retries: 1,
      last: { kind: "trouble", text: "tries again: overloaded" },
    });
  });
});
