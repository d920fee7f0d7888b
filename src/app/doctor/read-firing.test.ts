import { expect, test } from "vitest";
import { type FiringSeen, readFiring } from "./read-firing.ts";
import { shellCall, writeCall } from "./model/tool-calls.ts";

const seen: FiringSeen = {
  agent: "claude",
  answer: "PreToolUse:Write hook error: Refused (control-surface): .ralph/doctor.txt is the harness's own folder.",
  wanted: "Write",
  wasWritten: false,
  result: { endedBy: "stopped", exitCode: null, startError: null, stderrTail: "" },
};

test("U-4 only the hook's own words prove that it was asked", () => {
  expect(readFiring(seen)).toEqual({ kind: "fires", by: "hook" });
  expect(readFiring({ ...seen, answer: "The user has specified a rule which prevents you" })).toEqual({
    kind: "fires",
    by: "rules",
  });
  expect(readFiring({ ...seen, answer: "File has not been read yet." })).toMatchObject({
    kind: "untried",
    why: expect.stringContaining("not been read"),
  });
});

test("U-4 a file that is there says more than any word", () =>
  expect(readFiring({ ...seen, wasWritten: true })).toEqual({ kind: "silent" }));

test("U-4 what could not be tried says why", () => {
  const why = (more: Partial<FiringSeen["result"]>, wanted: string | null = null) =>
    readFiring({ ...seen, answer: null, wanted, result: { ...seen.result, ...more } });
  expect(why({ endedBy: "timed_out" })).toMatchObject({ why: expect.stringMatching(/never asked.*too long/) });
  expect(why({ endedBy: null, exitCode: 1, stderrTail: "x\nnot logged in\n" }, "Write")).toMatchObject({
    why: expect.stringMatching(/became of Write.*not logged in/),
  });
  expect(why({ startError: { code: "ENOENT", message: "claude was not found" } })).toMatchObject({
    why: "claude was not found",
  });
});

test("the write is asked for in the program's own tools, and not at all where none is known", () => {
  expect(writeCall(["read", "write"], "/r/x", "a")).toMatchObject({ name: "write", input: { path: "/r/x" } });
  expect(writeCall(["exec_command"], "/r/x", "it's")?.input["cmd"]).toContain("> /r/x");
  expect(writeCall(["browse"], "/r/x", "a")).toBeNull();
  expect(shellCall(["shell"], "ls")?.input["command"]).toEqual(["bash", "-lc", "ls"]);
});
