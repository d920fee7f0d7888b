import { join } from "node:path";
import type { ModelReply } from "./model-server.ts";

// What a model does in a task, move by move, in whatever tools the program has.

const fields = {
  STATUS: "COMPLETE",
  TASKS_COMPLETED_THIS_LOOP: "1",
  FILES_MODIFIED: "1",
  TESTS_STATUS: "NOT_RUN",
  WORK_TYPE: "IMPLEMENTATION",
  EXIT_SIGNAL: "false",
  RECOMMENDATION: "Next: the next open item",
};

/** A status block of closed work, with other values where they are given. */
export const report = (changes: Partial<typeof fields> = {}): string =>
  [
    "---RALPH_STATUS---",
    ...Object.entries({ ...fields, ...changes }).map(([name, value]) => `${name}: ${value}`),
    "---END_RALPH_STATUS---",
  ].join("\n");

/** A new file, with the tool for it. */
export const edit = (root: string, path: string, content: string): ModelReply => ({
  kind: "write",
  path: join(root, path),
  content,
});

/** A command given to the shell. */
export const shell = (command: string): ModelReply => ({ kind: "shell", command });

/** The tick of the nth item of the plan. */
export const tick = (nth = 1): ModelReply => shell(`sed -i '${nth + 2}s/\\[ \\]/[x]/' .ralph/fix_plan.md`);

/** Everything but the harness's own files, committed; each word is a paragraph of the message. */
export const commitAll = (...message: readonly string[]): ModelReply =>
  shell(`git add --all -- . ':!.ralph' && git commit --quiet ${message.map((part) => `-m '${part}'`).join(" ")}`);

/** A whole task done well: a file, its tick, and the report. */
export const work = (root: string, path = "hello.txt", nth = 1): readonly [ModelReply, ...ModelReply[]] => [
  edit(root, path, "hello\n"),
  tick(nth),
  { kind: "text", text: report() },
];
