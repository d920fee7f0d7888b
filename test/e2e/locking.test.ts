import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { honest, uncommitted } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

async function untilCalled(it: Project): Promise<void> {
  for (let waited = 0; it.calls().length === 0; waited += 20) {
    if (waited > 20_000) throw new Error("The agent was not called.");
    await pause(20);
  }
}

test("L-31 F208 a second start in the same repository ends as locked and names the first", async () => {
  await using it = await project({ plan: 1 });
  const go = join(it.scratch, "go");
  it.teach({ implementer: [{ ...honest, commands: [["sh", "-c", `until [ -e ${go} ]; do sleep 0.05; done`]] }] });
  const first = it.startRun();
  await untilCalled(it);
  const second = await it.startRun().ended;
  expect(JSON.parse(second.stdout)).toMatchObject({
    endReason: "locked",
    exitCode: 6,
    message: expect.stringContaining(String(first.pid)),
  });
  writeFileSync(go, "");
  expect(await it.resultOf(await first.ended)).toMatchObject({ endReason: "plan_complete" });
});

test("F173 F175 a lock whose holder is gone is taken over, and it is said", async () => {
  await using it = await project({ plan: 1, agent: [{ ...honest, sleepFirstMs: 60_000 }, uncommitted] });
  const first = it.startRun();
  await untilCalled(it);
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  const second = await it.run();
  expect(second).toMatchObject({ endReason: "plan_complete" });
  expect(second.warnings.map((warning) => warning.code)).toContain("lock_taken_over");
});

test("F182 two runs one after the other each have a name of their own, and count from one", async () => {
  await using it = await project({ plan: 2, agent: [honest] });
  const [first, second] = [await it.run("1"), await it.run("1")];
  expect(first.run).not.toBe(second.run);
  expect([first, second].map((result) => result.iterations.map((iteration) => iteration.n))).toEqual([[1], [1]]);
});
