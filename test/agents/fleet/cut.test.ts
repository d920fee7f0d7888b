import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LoopWorld, until } from "../loop-world.ts";
import { edit, shell, work } from "../model-moves.ts";
import type { ModelReply } from "../model-server.ts";
import { fleet, type Member, openFleetWorld } from "./fleet.ts";

/** The first call does half of the work and then hangs in a tool; whoever starts next is asked for the rest. */
const openCut = (member: Member): Promise<LoopWorld> =>
  openFleetWorld(member, {
    model: (root) => {
      const first: readonly ModelReply[] = [
        edit(root, "half.txt", "half\n"),
        shell(`sh tools/slow.sh ${join(root, ".git", "slow")}`),
      ];
      const moves = [...first, ...work(root)];
      return ({ turn }) => moves[turn] ?? { kind: "text", text: "There is nothing more to do." };
    },
  });

/** Resolves once the tool of the agent runs. */
async function inTool(world: LoopWorld): Promise<void> {
  await until(() => existsSync(join(world.repository.path, ".git", "slow")), 120_000, "the agent's tool has begun");
  expect((await world.processes()).some((line) => line.includes("slow.sh"))).toBe(true);
}

const isGone = (pid: number): boolean =>
  !existsSync(`/proc/${pid}`) || /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

describe.skipIf(process.platform !== "linux").each(fleet)("$title, cut off in mid-tool", (member) => {
  test("A-5 L-29 SIGKILL of the harness: nothing is left after 3 s, and the next start finishes the task", async () => {
    await using world = await openCut(member);
    const run = world.start();
    await inTool(world);
    process.kill(run.pid, "SIGKILL");
    await until(() => isGone(run.pid), 5_000, "the harness is gone");
    await until(async () => (await world.processes()).length === 0, 3_000, "agent and tool are gone");
    expect((await run.ended).result).toBeNull();
    expect(await world.filesWithKey()).toEqual([]);

    const result = await world.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(world.model.requests[2]?.raw).toContain("RESUME IN PROGRESS: task-");
    expect(await world.repository.git("ls-tree", "--name-only", "main")).toMatch(/half\.txt\nhello\.txt/);
  });

  test("L-28 Ctrl-C: the run ends as interrupted, nothing is left, and the next start finishes the task", async () => {
    await using world = await openCut(member);
    const run = world.start();
    await inTool(world);
    const asked = Date.now();
    process.kill(run.pid, "SIGINT");
    const { exitCode, result } = await run.ended;
    expect(Date.now() - asked).toBeLessThan(15_000);
    expect(exitCode).toBe(130);
    expect(result).toMatchObject({
      endReason: "interrupted",
      exitCode: 130,
      iterations: [{ outcome: "interrupted" }],
    });
    expect(await world.processes()).toEqual([]);
    expect(world.facts("agent-finished")).toMatchObject([{ outcome: "killed" }]);
    expect(await world.filesWithKey()).toEqual([]);

    expect(await world.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(world.model.requests[2]?.raw).toContain("RESUME IN PROGRESS: task-");
    expect(await world.repository.git("ls-tree", "--name-only", "main")).toMatch(/half\.txt\nhello\.txt/);
  });

  test("L-28 Ctrl-C while the model is silent", async () => {
    await using world = await openFleetWorld(member, { model: () => () => ({ kind: "hang" }) });
    const run = world.start();
    await until(() => world.model.requests.length > 0, 120_000, "the model was asked");
    process.kill(run.pid, "SIGINT");
    expect(await run.ended).toMatchObject({ exitCode: 130, result: { endReason: "interrupted" } });
    expect(await world.processes()).toEqual([]);
    expect(world.facts("agent-finished")).toMatchObject([{ outcome: "killed" }]);
  });
});
