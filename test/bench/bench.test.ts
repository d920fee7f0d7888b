import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

// No test fails on a time: this one only sees that the measurements still run, at sizes that mean nothing.
test("M the bench runs, and shows each figure beside its baseline", { timeout: 300_000 }, () => {
  const ended = spawnSync(
    process.execPath,
    ["bench/bench.ts", "--tiny", ...["M-3", "M-8", "M-11"].flatMap((id) => ["--only", id])],
    {
      encoding: "utf8",
    },
  );
  expect(ended.stderr).toBe("M-3 iteration …\nM-8 status block …\nM-11 tokens …\n");
  expect(ended.status).toBe(0);
  expect(ended.stdout).toContain("all of it, each further task");
  expect(ended.stdout).toContain("bare agent + git");
  // What is counted is the same at every size, and no matter of the machine.
  const counted = ended.stdout.split("\n").filter((line) => line.startsWith("| M-11"));
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter((line) => !line.endsWith("| yes |"))).toEqual([]);
});
