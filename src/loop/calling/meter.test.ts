import { describe, expect, test } from "vitest";
import type { AgentEvent, AgentReader } from "../../ports/agent.ts";
import { Meter, type SpendBounds } from "./meter.ts";

const price = { in: 1, out: 10, cachedRead: 0.1, cachedWrite: 2 };
const usage = (out: number, mode: "add" | "total" = "add"): AgentEvent => ({
  type: "usage",
  usage: { in: 0, out, cachedRead: 0, cachedWrite: 0 },
  mode,
});

/** The bound that is passed after these events. */
const passedAfter = (events: readonly AgentEvent[], bounds: Partial<SpendBounds>, priced = true): string | null =>
  meterAfter(events, bounds, priced).passed;

/** A meter that has read these events; each line of its reader is the number of one. */
function meterAfter(events: readonly AgentEvent[], bounds: Partial<SpendBounds> = {}, priced = true): Meter {
  const reader: AgentReader = {
    line: (text) => events.slice(Number(text), Number(text) + 1),
    end: () => {
      throw new Error("not asked for");
    },
  };
  const meter = new Meter({
    reader,
    bounds: { tokens: null, costUsd: null, ...bounds },
    priceOf: (model) => (priced || model === "known" ? price : null),
    suite: [],
  });
  for (const [at] of events.entries()) meter.line(String(at), () => {});
  return meter;
}

const tokens = { tokens: { left: 1_000, of: "the run's bound" } };
const dollars = { costUsd: { left: 1, of: "the task's bound" } };

describe("L-25 what a call spends, while it goes on", () => {
  test("tokens are added up, or taken as the sum that the program gives", () => {
    expect(passedAfter([usage(600), usage(400)], tokens)).toBeNull();
    expect(passedAfter([usage(600), usage(401)], tokens)).toBe("the run's bound");
    expect(passedAfter([usage(600, "total"), usage(1_000, "total")], tokens)).toBeNull();
    expect(passedAfter([usage(1_001, "total"), usage(3, "total")], tokens)).toBe("the run's bound");
  });

  test("F212 reading from a cache and writing to one count as well", () => {
    const cached: AgentEvent = {
      type: "usage",
      usage: { in: 1, out: 1, cachedRead: 600, cachedWrite: 600 },
      mode: "add",
    };
    expect(passedAfter([cached], tokens)).toBe("the run's bound");
  });

  test("a reported cost goes before an estimated one; a report of nothing is none", () => {
    expect(passedAfter([usage(1_000_000)], dollars)).toBe("the task's bound");
    expect(passedAfter([usage(1_000_000), { type: "cost", usd: 0.5 }], dollars)).toBeNull();
    expect(passedAfter([usage(1_000_000), { type: "cost", usd: 0 }], dollars)).toBe("the task's bound");
    expect(passedAfter([{ type: "cost", usd: 1.01 }], dollars, false)).toBe("the task's bound");
  });

  test("F214 what has no price is never taken for a cost; a model may become known on the way", () => {
    expect(passedAfter([usage(9_000_000)], dollars, false)).toBeNull();
    const session: AgentEvent = { type: "session", id: "s", model: "known", version: null };
    expect(passedAfter([session, usage(9_000_000)], dollars, false)).toBe("the task's bound");
  });
});

describe("L-26 a program that announces its own retries", () => {
  const retry = (waitMs?: number): AgentEvent => ({
    type: "retry",
    attempt: 1,
    reason: "429",
    ...(waitMs === undefined ? {} : { waitMs }),
  });

  test("is left to them while the waits are short, or not told", () => {
    expect(meterAfter([retry(), retry(40_000), retry(59_999)]).due).toBeNull();
  });

  test("is ended when its service asks for a long one: waiting is the harness's", () => {
    expect(meterAfter([retry(2_000), retry(120_000)]).due).toEqual({
      outcome: "overloaded",
      why: "its service asks it to wait 120 s",
    });
  });
});
