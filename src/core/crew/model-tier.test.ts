import { expect, test } from "vitest";
import { compareModels, modelOfTier } from "./model-tier.ts";

test.each([
  ["claude-opus-4.8", "claude-opus-4.7", "newer"],
  ["claude-opus-5", "claude-opus-4.7", "newer"],
  ["claude-opus-4-7", "claude-opus-4.7", "same"],
  ["claude-opus-4-6-20260101", "claude-opus-4.7", "older"],
  ["claude-opus-4.10", "claude-opus-4.7", "newer"],
  ["claude-sonnet-4.9", "claude-opus-4.7", "other"],
  ["gemini-3.1-flash", "gemini-3.1-pro-preview", "other"],
  ["gemini-4-pro", "gemini-3.1-pro-preview", "newer"],
  ["gpt-5.4", "gpt-5.5", "older"],
  ["my-own", "gpt-5.5", "other"],
] as const)("P-23 %s is, beside %s, %s", (model, baseline, expected) => {
  expect(compareModels(model, baseline)).toBe(expected);
});

test("P-23 a tier is what is configured, but never older than its baseline", () => {
  expect(modelOfTier("claude:strong", undefined)).toBe("claude-opus-4.7");
  expect(modelOfTier("claude:strong", "claude-opus-5")).toBe("claude-opus-5");
  expect(modelOfTier("claude:strong", "claude-opus-4.1")).toBe("claude-opus-4.7");
  expect(modelOfTier("claude:strong", "a-proxy-model")).toBe("a-proxy-model");
  expect(modelOfTier("codex:odd", undefined)).toBeNull();
});
