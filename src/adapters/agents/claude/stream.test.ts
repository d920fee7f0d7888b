import { describe, expect, test } from "vitest";
import { claude } from "./claude.ts";
import { block, init, read, result, says, session, toolResult, uses } from "./test-lines.ts";
import { cpuMsOf } from "../../../testing/cpu-time.ts";

const models = (tokensIn: number, costUSD: number) => ({
  m: { inputTokens: tokensIn, outputTokens: 100, cacheReadInputTokens: 6, cacheCreationInputTokens: 4, costUSD },
});

describe("the answer of a call", () => {
  test("F016 a block said before a last tool call is heard: text, tool, then 'pushed'", () => {
    const said = `I did it.\n\n${block("COMPLETE", true)}`;
    const reading = read([
      init,
      says(said),
      uses("t1", "Bash"),
      toolResult("t1", "ok"),
      says("pushed"),
      result("pushed"),
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: `${said}\n\npushed` });
  });

  test("F016 tool first, block last", () => {
    const said = block("COMPLETE", true);
    expect(read([init, uses("t1", "Bash"), toolResult("t1", "ok"), says(said), result(said)]).finalText).toBe(said);
  });

  test("F016 what was said before a stop hook's objection is no part of the answer", () => {
    const feedback = JSON.stringify({
      type: "user",
      isSynthetic: true,
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "text", text: "Stop hook feedback:\nnot yet" }] },
    });
    expect(read([init, says(block("COMPLETE", true)), feedback, says("I can't."), result("I can't.")]).finalText).toBe(
      "I can't.",
    );
  });

  test("F017 the result event is the first source, the texts on the way the second", () => {
    expect(read([init, result(block("COMPLETE", true))]).finalText).toContain("EXIT_SIGNAL: true");
    expect(
      read([init, says("only this"), JSON.stringify({ type: "result", subtype: "success", is_error: false })])
        .finalText,
    ).toBe("only this");
  });

  test("F023 the block inside the JSON string of the result is decoded", () => {
    const line = String.raw`{"type":"result","result":"text\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---"}`;
    expect(read([line]).finalText).toBe(`text\n${block("COMPLETE", true)}`);
  });

  test("F025 12,000 lines without a result, killed in mid-line: session and block are saved, and quickly", async () => {
    const noise = toolResult("t", "x".repeat(250));
    const lines = [
      init,
      says(block("IN_PROGRESS", false)),
      ...Array.from({ length: 12_000 }, () => noise),
      noise.slice(0, 90),
    ];
    const killed = () => read(lines, { exitCode: null, signal: "SIGTERM", endedByUs: "timed_out" });
    expect(await cpuMsOf(killed)).toBeLessThan(3_000);
    const reading = killed();
    expect(reading).toMatchObject({ outcome: "timed_out", sessionId: session, unreadableLines: 1 });
    expect(reading.finalText).toContain("STATUS: IN_PROGRESS");
  });

  test("F026 raw line feeds inside a JSON string are mended; the result is read in any case", () => {
    const said = block("COMPLETE", true);
    const broken = says(said)
      .replaceAll(String.raw`\n`, "\n")
      .split("\n");
    expect(read([init, ...broken], { exitCode: 0 }).finalText).toBe(said);
    const torn = read([init, '{"type":"assistant","message":', "more of it", result(said)]);
    expect(torn).toMatchObject({ outcome: "ok", finalText: said, unreadableLines: 2 });
  });

  test("F029 a block in a user message or a tool's output is nobody's answer", () => {
    const template = JSON.stringify({ type: "user", content: block("COMPLETE", true) });
    const reading = read([
      init,
      template,
      uses("t1", "Read"),
      toolResult("t1", block("COMPLETE", true)),
      says("working"),
      result("working"),
    ]);
    expect(reading.finalText).toBe("working");
  });

  test("A-11 V011 a sub-agent is counted, and its text is never the answer", () => {
    const reading = read([
      init,
      uses("t1", "Task", { description: "look" }),
      says(block("COMPLETE", true), { parent_tool_use_id: "t1" }),
      uses("t2", "Bash", {}, { parent_tool_use_id: "t1" }),
      says("other", { parent_tool_use_id: "t9" }),
      toolResult("t1", block("COMPLETE", true)),
      says("mine"),
      result("mine"),
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: "mine", subAgents: 2, toolCalls: 2 });
  });

  test("F097 no result event: the last text is kept as the answer, and the call is not ok", () => {
    const said = block("COMPLETE", true);
    const reading = read([init, says("first"), says(said)]);
    expect(reading).toMatchObject({
      outcome: "crashed",
      finalText: said,
      message: expect.stringContaining("without a result event"),
    });
  });

  test("F125 what Claude Code refuses by itself is heard at once, not only at its end; words of a tool are no refusal", () => {
    const refusals = [
      "Claude requested permissions to write to a.txt, but you haven't granted it yet.",
      "Claude requested permissions to edit .claude/skills/x.md which is a sensitive file.",
      "Permission to use Bash with command npm install has been denied.",
    ];
    const heard = (...lines: readonly string[]) => {
      const reader = claude.read();
      return lines.flatMap((line) => reader.line(line));
    };
    for (const text of refusals)
      expect(
        heard(uses("t1", "Write", { file_path: "a.txt" }), toolResult("t1", text, { is_error: true })),
      ).toContainEqual({
        type: "denied",
        denial: { tool: "Write", input: '{"file_path":"a.txt"}', reason: text },
      });
    const printed = `Exit code 1\n${refusals[0]}`;
    expect(
      heard(uses("t1", "Bash"), toolResult("t1", printed, { is_error: true })).map(({ type }) => type),
    ).not.toContain("denied");
    expect(
      heard(uses("t1", "Bash"), toolResult("t1", "npm: Permission denied", { is_error: true })),
    ).not.toContainEqual(expect.objectContaining({ type: "denied" }));
  });

  test("F121 an empty list of denials proves nothing, and neither do words: nothing is read out of either", () => {
    const reading = read([init, says("Read was blocked."), result("Read was blocked.", { permission_denials: [] })]);
    expect(reading).toMatchObject({ outcome: "ok", denials: [], toolCalls: 0 });
  });

  test("F202 a tool that reports an error with every call is no failure of the agent, and none of its calls is a refusal", () => {
    const noise = "/usr/bin/bash: line 1: /c/Users/Ana: Permission denied";
    const calls = ["t1", "t2", "t3", "t4"].flatMap((id) => [
      uses(id, "Bash", { command: "npm test" }),
      toolResult(id, `12 passed\n${noise}`, { is_error: true }),
    ]);
    expect(read([init, ...calls, says("Done."), result("Done.")])).toMatchObject({
      outcome: "ok",
      message: null,
      denials: [],
      toolCalls: 4,
    });
  });

  test("A-3 the model's refusal is a class of its own", () => {
    expect(read([init, says("no"), result("no", { stop_reason: "refusal" })]).outcome).toBe("refused");
  });

  test("unknown events, unknown fields, other order of keys, NUL, 5 MB in a line", () => {
    const big = "x".repeat(5_000_000);
    const reordered = `{"duration_ms":1,"is_error":false,"brand_new":{"a":[1]},"result":"fine","subtype":"success","type":"result"}`;
    const reading = read([
      "\uFEFF" + init,
      '{"type":"hologram","text":"no"}',
      uses("t1", "Read"),
      toolResult("t1", big),
      says("a\0b").replace("\\u0000", "\0"),
      reordered,
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: "fine", unreadableLines: 0 });
  });
});

describe("usage and cost", () => {
  test("A-4 on a resumed session the totals span all its calls: only this call's share counts", () => {
    const lines = [
      init,
      result("done", {
        total_cost_usd: 0.3,
        usage: { input_tokens: 2000 },
        modelUsage: models(3000, 0.3),
        model_usage_since_last_result: models(2000, 0.2),
      }),
    ];
    expect(read(lines)).toMatchObject({ usage: { in: 2000, out: 100, cachedRead: 6, cachedWrite: 4 }, costUsd: 0.2 });
  });
});
