import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

// No test fails on a time: this one only sees that the measurements still run, at sizes that mean nothing.
test("M the bench runs, and shows each figure beside its baseline", { timeout: 300_000 }, () => {
  const ended = spawnSync(process.execPath, ["bench/bench.ts", "--tiny", "--only", "M-3", "--only", "M-8"], {
    encoding: "utf8",
  });
  expect(ended.stderr).toBe("M-3 iteration …\nM-8 status block …\n");
  expect(ended.status).toBe(0);
  expect(ended.stdout).toContain("all of it, each further task");
  expect(ended.stdout).toContain("bare agent + git");
});
