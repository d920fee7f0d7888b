import { describe, expect, test } from "vitest";
import type { FactOf } from "../../core/fact.ts";
import { plainIssue } from "../../core/answer/verdict.ts";
import { verdictRead } from "../../testing/sample-facts.ts";
import { verdictText } from "./verdict-text.ts";

const textOf = (change: Partial<FactOf<"verdict-read">>): string => {
  const fact = verdictRead(change);
  return fact.kind === "verdict-read" ? verdictText(fact) : "";
};

describe("a verdict in a line", () => {
  test.each<[string, Partial<FactOf<"verdict-read">>, string]>([
    ["an approval", {}, "reviewer: PASS in 1 min 00 s: looked at all of it"],
    ["whose model is known", { model: "m-1", summary: "" }, "reviewer (m-1): PASS in 1 min 00 s"],
    [
      "one that ran out of time",
      { role: "validator", verdict: "FAIL", cause: "timed_out", summary: "no answer" },
      "validator: FAIL (time-out) in 1 min 00 s: no answer",
    ],
    [
      "one that could not be read",
      { verdict: "UNCERTAIN", cause: "unreadable", summary: "no JSON" },
      "reviewer: UNCERTAIN (no verdict) in 1 min 00 s: no JSON",
    ],
    [
      "P-26 a quick one with several issues",
      {
        verdict: "REJECT",
        suspicious: true,
        durationMs: 2_000,
        summary: "",
        issues: [plainIssue("a"), plainIssue("b")],
      },
      "reviewer: REJECT in 2 s, suspiciously quick, 2 issues: a",
    ],
  ])("%s", (_name, change, expected) => {
    expect(textOf(change)).toBe(expected);
  });
});
