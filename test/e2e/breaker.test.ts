import { expect, test } from "vitest";
import { asker, block, blockless, crasher, digger, honest, idle, silent } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

test("F019 L-20 a task that gets nowhere twice is set aside, and the night goes on", async () => {
  await using it = await project({ plan: 2, agent: [idle, idle, honest] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "needs_human", exitCode: 3, counts: { landed: 1, escalated: 1 } });
  expect(result.iterations.map((iteration) => iteration.outcome)).toEqual(["no_progress", "escalated", "landed"]);
});

test("F010 L-24a an agent that says nothing and ends well has failed; the run stops as breaker_open", async () => {
  await using it = await project({ plan: 3, agent: [silent] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "breaker_open", exitCode: 4 });
  expect(result.iterations[0]?.error).toMatchObject({ class: "empty" });
});

test("F181 an agent that ends with an error does not end the harness with it", async () => {
  await using it = await project({ plan: 1, agent: [crasher, { ...honest, exitCode: 0 }] });
  const result = await it.run();
  expect(result.iterations.map((iteration) => iteration.outcome)).toEqual(["failed", "landed"]);
  expect(result.endReason).toBe("plan_complete");
});

test("F122 a refused command ends the run with the command, and the agent is told in between", async () => {
  const denied = { type: "denied", tool: "Bash", input: { command: "npm install" }, reason: "not allowed here" };
  await using it = await project({ plan: 2, agent: [{ lines: [denied], say: "I could not install." }] });
  expect(await it.run()).toMatchObject({ endReason: "breaker_open" });
  const { reason } = JSON.parse((await it.ralph("breaker", "status", "--json")).stdout);
  expect(reason).toContain("Bash npm install was refused (not allowed here). If it is right here, allow it");
  expect(it.calls()[1]?.prompt).toContain("CORRECTION: Bash was refused (not allowed here)");
});

test("F061 L-20 an open breaker is half-open at the next start by hand, and progress closes it", async () => {
  await using it = await project({ plan: 4, agent: [crasher, crasher, crasher, honest] });
  expect(await it.run()).toMatchObject({ endReason: "breaker_open", breaker: "open" });
  const second = await it.run("1");
  expect(second).toMatchObject({ endReason: "cap_reached", breaker: "closed", counts: { landed: 1 } });
});

test("F058 L-21 commits of the agent are progress, though the tree is clean", async () => {
  const committing = { ...digger, commit: "feat: a part of {task}", tick: "none" as const };
  await using it = await project({ plan: 1, agent: [committing, honest] });
  const result = await it.run();
  expect(result.iterations[0]).toMatchObject({ outcome: "progressed", measured: { filesChanged: 1 } });
  expect(result.breaker).toBe("closed");
});

test("F062 merges of an agent's own side branch are no going round in circles", async () => {
  const merge =
    "git switch -qc side && echo 1 >> log && git add log && git commit -qm 'feat: log' && git switch -q main && git merge -q --no-ff side && git branch -qd side";
  const merging = { commands: [["sh", "-c", merge]], say: "Merged.", block: block({ files: 1 }) };
  await using it = await project({ plan: 1, agent: [merging, merging, merging, honest] });
  const result = await it.run();
  expect(result.iterations.map((iteration) => iteration.outcome)).toEqual([
    "progressed",
    "progressed",
    "progressed",
    "landed",
  ]);
  expect(result.breaker).toBe("closed");
});

test("V041 L-21 a commit and its revert are no progress", async () => {
  const undo = "echo y > y && git add y && git commit -qm 'feat: y' && git revert --no-edit HEAD";
  await using it = await project({
    plan: 1,
    agent: [{ commands: [["sh", "-c", undo]], say: "I tried.", block: block() }],
  });
  const result = await it.run("--max-iterations", "1");
  expect(result.iterations[0]).toMatchObject({ outcome: "no_progress", measured: { filesChanged: 0 } });
});

test("V041 F065 a new file, a deletion, a mode and a link are progress; what git ignores is none", async () => {
  const acts = {
    "new.js": { files: { "new.js": "1\n" } },
    deleted: { files: { "README.md": null } },
    mode: { commands: [["chmod", "+x", "tool.sh"]] },
    link: { commands: [["ln", "-sfn", "tool.sh", "here"]] },
    ignored: { files: { "out.log": "x\n" } },
  };
  for (const [name, act] of Object.entries(acts)) {
    await using it = await project({
      plan: 1,
      files: { "tool.sh": "true\n", ".gitignore": ".ralph/*\n!.ralph/fix_plan.md\n*.log\n" },
      agent: [{ ...act, say: "Some.", block: block() }],
    });
    const [first] = (await it.run("--max-iterations", "1")).iterations;
    expect(first?.outcome, name).toBe(name === "ignored" ? "no_progress" : "progressed");
  }
});

test("F067 a file that lay there before the run is neither progress nor in the way", async () => {
  await using it = await project({ plan: 1, agent: [idle, honest] });
  await it.write(".claude/launch.json", "{}\n");
  const result = await it.run();
  expect(result.iterations.map((iteration) => iteration.outcome)).toEqual(["no_progress", "landed"]);
  expect(await it.git("ls-files", ".claude")).toBe("");
  expect(await it.read(".claude/launch.json")).toBe("{}\n");
});

test("L-24b a question is answered once by the harness, then it waits for a person", async () => {
  await using it = await project({ plan: 1, agent: [asker] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "needs_human", counts: { escalated: 1 } });
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: nobody answers questions/m);
  expect(result.iterations[1]?.question).toBe("Should I take the first one?");
});

test("F005 L-23 answers without a block are missing blocks: told to the agent, and never an exit", async () => {
  const wordy = { ...blockless, say: "CHANGELOG: done, complete, finished, ready. All tasks are complete." };
  await using it = await project({ plan: 4, agent: [wordy], rc: { CB_NO_PROGRESS_THRESHOLD: "9" } });
  expect(await it.run()).toMatchObject({ endReason: "no_status_block_3x", exitCode: 4, counts: { landed: 0 } });
  expect(it.calls()[1]?.prompt).toMatch(/^CORRECTION: the last answer had no usable status block/m);
});

test("L-20 the breaker opens after two iterations with denials and no progress", async () => {
  const denied = {
    lines: [{ type: "denied", tool: "Bash", input: "npm install", reason: "not allowed" }],
    say: "It was refused.",
    block: block(),
  };
  await using it = await project({ plan: 3, agent: [denied] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "breaker_open", message: expect.stringMatching(/permission denials/) });
  expect(it.calls()).toHaveLength(2);
});
