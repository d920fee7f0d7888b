import type { Acts, BlockSaid } from "./acts.ts";

/** A status block: work that was done and is to be tested later. */
export const block = (over: Partial<BlockSaid> = {}): BlockSaid => ({
  status: "IN_PROGRESS",
  exit: false,
  tests: "DEFERRED",
  type: "IMPLEMENTATION",
  tasks: 0,
  files: 0,
  recommendation: "Next: the next open task",
  ...over,
});

const done = block({ status: "COMPLETE", tasks: 1, files: 2 });

/** Does the task, ticks it, commits, and says so. */
export const honest: Acts = {
  files: { "src/{task}.js": "export const name = '{task}';\n" },
  tick: "own",
  commit: "feat: add {task}",
  say: "Added {task}.",
  block: done,
};

/** Does the task and leaves closing and commit to the harness, as where tasks stand in a tracker. */
export const works: Acts = {
  files: { "things/{task}.txt": "done\n" },
  tick: "none",
  block: block({ status: "COMPLETE", tests: "PASSING", tasks: 1, files: 1 }),
};

/** Does the task and leaves the commit to the harness. */
export const uncommitted: Acts = { files: honest.files ?? {}, tick: "own", say: "Added {task}.", block: done };

/** Claims that all is done, and has done nothing. */
export const liar: Acts = {
  say: "All tasks are complete. Everything passes. No remaining work.",
  block: block({
    status: "COMPLETE",
    exit: true,
    tests: "PASSING",
    tasks: 1,
    files: 3,
    recommendation: "All tasks complete, nothing is left to do",
  }),
};

/** Does nothing and says so. */
export const idle: Acts = { say: "I looked around.", block: block({ recommendation: "Next: look at {task} again" }) };

/** Writes something, and closes nothing. */
export const digger: Acts = {
  files: { "src/{task}.js": "// begun\n" },
  say: "I have begun.",
  block: block({ files: 1 }),
};

/** Works, and writes no block. */
export const blockless: Acts = { say: "I looked at {task}." };

/** Says nothing at all and ends well. */
export const silent: Acts = {};

/** Ends with an error. */
export const crasher: Acts = {
  lines: [{ type: "error", class: "crashed", message: "cannot read /tmp/x1: line 12" }],
  exitCode: 1,
};

/** Needs what only a person can give. */
export const stuck: Acts = {
  say: "I can't go on.",
  block: block({
    status: "BLOCKED",
    tests: "NOT_RUN",
    recommendation: "Blocked: needs the key of the payment service",
  }),
};

/** Asks instead of working. */
export const asker: Acts = {
  say: "There are two ways to do {task}.\n\nShould I take the first one?",
  block: block({ tests: "NOT_RUN" }),
};

/** Mends the gate of these tests: the file that makes it red goes. */
export const mender: Acts = { files: { broken: null }, say: "Mended.", block: block({ type: "DEBUGGING", files: 1 }) };
