import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { processSupervisor } from "../process-supervisor.ts";
import { psRow, psViewer } from "./survivors-ps.ts";
import { isAlive, runOne, shellSpec } from "../test-children.ts";

test("a line of ps is read as macOS and Linux print it; a zombie is none", () => {
  const mac = "  501   1   501 Ss     0:01.50 Tue Mar  4 09:15:02 2025     node helper";
  expect(psRow(mac)).toMatchObject([{ pid: 501, ppid: 1, pgid: 501, cpuMs: 1_500, name: "node helper" }]);
  const linux = " 7 1 7 Sl 1-02:00:01 Tue Mar  4 09:15:02 2025 dockerd";
  expect(psRow(linux)).toMatchObject([{ pid: 7, start: "Tue Mar  4 09:15:02 2025", cpuMs: 93_601_000 }]);
  expect(psRow(" 9 1 9 Z+ 00:00:00 Tue Mar  4 09:15:02 2025 gone")).toEqual([]);
  expect(psRow("")).toEqual([]);
});

test.runIf(hasPs())("F103 survivors are found and ended by ps alone", async () => {
  await using processes = processSupervisor({ viewer: psViewer() });
  const spec = shellSpec(`setsid sleep 641 & echo $!; sh -c 'sleep 642 &'; exit 0`);
  const result = await runOne(spec, {}, processes);
  expect(result.survivors.length).toBeGreaterThanOrEqual(2);
  expect(isAlive(Number(result.lines[0]))).toBe(false);
});

function hasPs(): boolean {
  try {
    return execFileSync("ps", ["-A", "-o", "pid="]).length > 0;
  } catch {
    return false;
  }
}
