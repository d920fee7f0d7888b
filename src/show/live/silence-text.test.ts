import { describe, expect, test } from "vitest";
import { alive, hear, newActivity } from "./activity.ts";
import { silenceText } from "./silence-text.ts";

const start = 1_700_000_000_000;
const minute = 60_000;
const idleMs = 10 * minute;
const call = { role: "implementer", round: 1, purpose: "task" } as const;
const said = hear(newActivity(call, start), { type: "text", text: "I begin.", sub: false }, start);
const nothing = { output: start, cpu: null, files: null };

describe("A-6 a person sees what decides whether a silent agent is idle", () => {
  test("its processes compute", () => {
    const activity = alive(said, { ...nothing, cpu: start + 4 * minute });
    expect(silenceText(activity, idleMs, start + 4 * minute + 12_000)).toBe("computing 12 s ago");
  });

  test("files change", () => {
    const activity = alive(said, { ...nothing, cpu: start + minute, files: start + 3 * minute });
    expect(silenceText(activity, idleMs, start + 3 * minute + 30_000)).toBe("files changed 30 s ago");
  });

  test("it prints what is no event", () => {
    const activity = alive(said, { ...nothing, output: start + 5 * minute });
    expect(silenceText(activity, idleMs, start + 5 * minute)).toBe("last sign of life 0 s ago");
  });

  test("nothing of all that: how long yet until it is ended", () => {
    expect(silenceText(said, idleMs, start + 4 * minute)).toBe("ended as idle in 6 min 00 s");
    const activity = alive(said, { ...nothing, cpu: start + 2 * minute });
    expect(silenceText(activity, idleMs, start + 4 * minute)).toBe("computing 2 min ago, ended as idle in 8 min 00 s");
  });

  test("an agent that has just spoken, or has no bound, needs no word", () => {
    expect(silenceText(said, idleMs, start + 2_000)).toBe("");
    expect(silenceText(said, 0, start + 20 * minute)).toBe("");
  });
});
