import { expect, test } from "vitest";
import { honest, stuck } from "./agents/behaviours.ts";
import { brokenGate, project } from "./repository.ts";

test("U-41 the report of a run says what the run has printed, in words and as JSON", async () => {
  await using it = await project({ plan: 2, agent: [stuck, honest], gate: [brokenGate] });
  const result = await it.run();
  const report = await it.ralph("report", "--json");
  expect(JSON.parse(report.stdout)).toMatchObject({
    run: result.run,
    endReason: result.endReason,
    counts: result.counts,
  });
  const words = (await it.ralph("report")).stdout;
  for (const word of ["ABC-1", "ABC-2", "queue_blocked"]) expect(words).toContain(word);
});

test("P-40 without a gate every result says that nothing was proven", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  expect((await it.run()).warnings.map((warning) => warning.code)).toContain("no_gate");
});

test("F064 V040 what can't be worked in is named at the door: no repository, no commit, no plan", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  await it.git("rm", "-q", ".ralph/fix_plan.md");
  await it.git("commit", "-qm", "chore: no plan");
  expect(await it.run()).toMatchObject({
    endReason: "config_invalid",
    exitCode: 2,
    message: expect.stringContaining("fix_plan.md"),
  });
  await it.remove(".git");
  const outside = JSON.parse((await it.startRun().ended).stdout) as { readonly endReason: string };
  expect(outside).toMatchObject({ endReason: "preflight_failed", exitCode: 6 });
  await it.git("init", "-q");
  const empty = JSON.parse((await it.startRun().ended).stdout) as { readonly endReason: string };
  expect(empty).toMatchObject({ endReason: "preflight_failed" });
});

test("F010 an agent program that is not there is told before any work", async () => {
  await using it = await project({ plan: 1, agent: [honest], rc: { RALPH_AGENT_COMMAND: "no-such-agent-program" } });
  expect(await it.run()).toMatchObject({
    endReason: "agent_unavailable",
    exitCode: 6,
    message: expect.stringContaining("no-such-agent-program"),
  });
});

test("L-9 the facts of a run, one a line, end with its end", async () => {
  await using it = await project({ plan: 1, agent: [honest] });
  const { stdout } = await it.ralph("run", "--events");
  const facts = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly fact: { readonly kind: string } }).fact.kind);
  expect(facts[0]).toBe("run-started");
  expect(facts.at(-1)).toBe("run-ended");
});
