import { describe, expect, test } from "vitest";
import { modelBehind } from "./model-behind.ts";

const kinds = ["claude", "codex", "pi"];
const tiers = { "claude:strong": "claude-opus-4.7", "codex:strong": "gpt-5.5-codex" };
const found = (kind: string, wanted: string | null) => modelBehind(wanted, { kind, kinds, tiers });

describe("A-7 model tiers", () => {
  test.each([
    ["codex", "codex:strong", "gpt-5.5-codex"],
    ["codex", "strong", "gpt-5.5-codex"],
    ["claude", "claude:strong", "claude-opus-4.7"],
  ])("a tier of %s resolves through the table: %s", (kind, wanted, model) => {
    expect(found(kind, wanted)).toEqual({ ok: true, model });
  });

  test.each(["gpt-5.5", "anthropic/claude-sonnet-4-5:high", "qwen3:8b", "strong"])(
    "%s is a model's own name",
    (name) => {
      expect(found("pi", name)).toEqual({ ok: true, model: name });
    },
  );

  test("without a wish it is the agent's own default", () => {
    expect(found("codex", null)).toEqual({ ok: true, model: null });
  });

  test("a tier that the table does not hold, or another agent's, is told with what to do", () => {
    expect(found("codex", "codex:fast")).toEqual({ ok: false, problem: expect.stringContaining("agents.tiers") });
    expect(found("codex", "claude:strong")).toEqual({
      ok: false,
      problem: expect.stringContaining("codex is to use it"),
    });
  });
});
