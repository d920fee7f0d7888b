import { describe, expect, test } from "vitest";
import { estimateCost, priceOf } from "./estimate-cost.ts";
import { priceLists } from "./price-table.ts";

const day = "2026-11-30";
const known = (model: string, on = day) => {
  const price = priceOf(model, on);
  if (price === null) throw new Error(`${model} has no price.`);
  return price;
};

describe("A-4 what tokens cost by the table", () => {
  test("F211 every bucket is priced, each by its own price", () => {
    const usage = { in: 3, out: 81, cachedRead: 0, cachedWrite: 109_075 };
    const cost = estimateCost(usage, known("claude-opus-4-8"));
    expect(cost).toBeCloseTo((3 * 5 + 81 * 25 + 109_075 * 6.25) / 1e6, 10);
    expect(cost).toBeGreaterThan(20 * ((usage.in * 5 + usage.out * 25) / 1e6));
  });

  test.each([
    // What Claude Code itself has reported of recorded calls.
    ["claude-opus-4-8[1m]", { in: 1_098, out: 50, cachedRead: 300, cachedWrite: 200 }, 0.00814],
    ["claude-opus-4-8[1m]", { in: 2_045, out: 100, cachedRead: 600, cachedWrite: 400 }, 0.015525],
    ["claude-opus-5-5", { in: 2_071, out: 100, cachedRead: 600, cachedWrite: 400 }, 0.012404],
  ])("%s comes to what the agent reports", (model, usage, usd) => {
    expect(estimateCost(usage, known(model))).toBeCloseTo(usd, 9);
  });

  test("where reads and writes of a cache have no price of their own they cost as much as other input", () => {
    const price = { in: 1, out: 5, cachedRead: null, cachedWrite: null };
    expect(estimateCost({ in: 1e6, out: 0, cachedRead: 1e6, cachedWrite: 1e6 }, price)).toBe(3);
  });

  test("a model is known by any of its names", () => {
    for (const name of [
      "anthropic/claude-opus-4.5",
      "claude-opus-4-5-20251101",
      "Claude-Opus-4-5",
      "us/anthropic/claude-opus-4-5",
    ])
      expect(priceOf(name, day), name).toEqual(known("claude-opus-4-5"));
    expect(priceOf("claude-opus-4-0", day)).toEqual(known("claude-opus-4"));
    expect(priceOf("gemini-3.1-pro-preview-customtools", day)).toEqual(known("gemini-3.1-pro"));
    expect(priceOf("openai/gpt-5.3-codex", day)).toEqual(known("gpt-5.3-codex"));
  });

  test("F214 a model that nobody knows has no price, and neither has one that only begins like a known one", () => {
    for (const name of ["x-new-1", "claude-opus-4-9", "gpt-5.3-codex-spark", "mock-model", "", null])
      expect(priceOf(name, day), String(name)).toBeNull();
  });

  test("a price holds from its day on", () => {
    expect(known("gemini-3.8-flash", "2026-12-31").in).toBe(0.75);
    expect(known("gemini-3.8-flash", "2027-01-01").in).toBe(1.5);
  });

  test("a person's own prices come first, and * stands for every model that has none", () => {
    const mine = { in: 9, out: 9, cachedRead: null, cachedWrite: null };
    const any = { in: 1, out: 1, cachedRead: null, cachedWrite: null };
    const own = { "Claude-Opus-4.8": mine, "*": any };
    expect(priceOf("claude-opus-4-8[1m]", day, own)).toBe(mine);
    expect(priceOf("claude-opus-4-7", day, own)).toEqual(known("claude-opus-4-7"));
    expect(priceOf("x-new-1", day, own)).toBe(any);
    expect(priceOf(null, day, own)).toBe(any);
    expect(priceOf("my-local", day, { "my-local": mine })).toBe(mine);
  });

  test("each list says where it comes from and when that was looked at; no row is there twice or free of charge", () => {
    for (const { source, checked, rows } of priceLists) {
      expect(source).toMatch(/^https:\/\//);
      expect(checked).toMatch(/^20\d{2}-\d{2}-\d{2}$/);
      expect(new Set(rows.map(({ model, from }) => `${model} ${from}`)).size).toBe(rows.length);
      for (const price of rows) {
        expect(Math.min(price.in, price.out, price.cachedRead ?? 1, price.cachedWrite ?? 1)).toBeGreaterThan(0);
        expect(price.cachedRead ?? 0).toBeLessThanOrEqual(price.in);
      }
    }
  });
});
