import { describe, expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";

describe("L-20 errors are compared without what changes from time to time", () => {
  test.each([
    ["paths", "cannot read /tmp/a1/x.ts", "cannot read /home/me/y.js"],
    ["numbers", "failed after 3 tries", "failed after 14 tries"],
    ["times", "2026-11-30T08:24:38Z crashed", "2025-01-02T03:04:05Z crashed"],
    ["a clock", "at 10:15:01 it broke", "at 9:02 it broke"],
    ["ids of calls", "request req_0a8 failed", "request req_zz9 failed"],
    ["UUIDs", "session 0b6f4c9e-1111-2222-3333-444455556666 gone", "session ffffffff-aaaa-bbbb-cccc-ddddeeeeffff gone"],
    ["hashes", "bad object 1a2b3c4d", "bad object ffee0011"],
    ["colours", "\u001b[31mbroke\u001b[0m", "broke"],
    ["blanks", "it   broke\n", "it broke"],
  ])("%s", (_name, one, other) => {
    expect(fingerprintOf("crashed", one)).toBe(fingerprintOf("crashed", other));
  });

  test("other words, and other outcomes, are other errors", () => {
    expect(fingerprintOf("crashed", "no memory")).not.toBe(fingerprintOf("crashed", "no disk"));
    expect(fingerprintOf("crashed", "x")).not.toBe(fingerprintOf("killed", "x"));
  });

  test.each(["ok", "usage_limit", "overloaded", "network", "auth", "timed_out", "idle", "context_full"] as const)(
    "%s is no error of the agent",
    (outcome) => {
      expect(fingerprintOf(outcome, "whatever")).toBeNull();
    },
  );

  test("a huge message costs no more than its end", () => {
    expect(fingerprintOf("crashed", "x ".repeat(1_000_000))?.length).toBeLessThan(300);
  });
});
