import { describe, expect, test } from "vitest";
import { newRunId } from "../../src/app/running/run-id.ts";
import { type Ended, startRun } from "../../src/app/running/start-run.ts";
import { loadConfig } from "../../src/config/load.ts";
import { policyOf } from "../../src/config/policy-of.ts";
import type { FactKind } from "../../src/core/fact.ts";
import { newInterruption } from "../../src/loop/interruption.ts";
import { type Ledger, LedgerError } from "../../src/ports/ledger.ts";
import { uncommitted } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

/** How a ledger fails: at the first fact of a kind, with an error, for that append alone or from then on. */
interface Fault {
  readonly at: FactKind;
  readonly error: Error;
  readonly lasts: boolean;
}

function failingLedger(ledger: Ledger, { at, error, lasts }: Fault): Ledger {
  let failed = false;
  return {
    factsOf: (run) => ledger.factsOf(run),
    lastRun: () => ledger.lastRun(),
    memoryOf: (task) => ledger.memoryOf(task),
    [Symbol.dispose]: () => ledger[Symbol.dispose](),
    append(place, facts, durability) {
      if ((failed && lasts) || (!failed && facts.some((fact) => fact.kind === at))) {
        failed = true;
        throw error;
      }
      return ledger.append(place, facts, durability);
    },
  };
}

async function runWith(it: Project, fault: Fault): Promise<Ended> {
  const { config } = await loadConfig({ root: it.path, env: it.env });
  const choices = { source: "file", cap: null, once: false, optional: false, unattended: false, audit: false } as const;
  return startRun({
    run: newRunId(Date.now()),
    cwd: it.path,
    config,
    policy: policyOf(config, choices),
    around: { env: it.env, platform: process.platform, execPath: process.execPath },
    interruption: newInterruption(),
    watch: { fact: () => {}, agent: () => {}, alive: () => {}, stage: () => {}, waiting: () => {} },
    now: () => Date.now(),
    wrapLedger: (ledger) => failingLedger(ledger, fault),
  });
}

const broken = new LedgerError("failed", "The ledger could not be written: disk I/O error.");

describe.each(["current", "task"])("a ledger that fails in mid-run, branching %s", (branching) => {
  test.each<[string, FactKind]>([
    ["between two iterations", "reaped"],
    ["with work in the tree", "work-measured"],
    ["after a landing", "work-landed"],
  ])("D-4 %s: the run ends as internal_error, in the ledger too, and the next start goes on", async (_, at) => {
    await using it = await project({ plan: 1, agent: [uncommitted], rc: { RALPH_BRANCHING: branching } });
    const { view, fault } = await runWith(it, { at, error: broken, lasts: false });
    expect(view.end).toMatchObject({ reason: "internal_error", message: broken.message });
    expect(fault).toBeUndefined();
    const told = await it.ralph("report", "--json");
    expect(JSON.parse(told.stdout)).toMatchObject({ endReason: "internal_error", exitCode: 70 });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
    expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1"]);
    expect(await it.git("status", "--porcelain")).toBe("");
    // What the first run came to is settled in its own facts, and its end is still its own.
    const later = await it.ralph("report", view.run, "--json");
    expect(JSON.parse(later.stdout)).toMatchObject({ endReason: "internal_error" });
  });
});

test("D-4 where the ledger can't take the end either, it is told all the same, and the next start settles it", async () => {
  await using it = await project({ plan: 1, agent: [uncommitted] });
  const { view, next } = await runWith(it, { at: "work-measured", error: broken, lasts: true });
  expect(view.end).toMatchObject({ reason: "internal_error" });
  expect(next).toContain("the next start settles it");
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1"]);
});

test("a fault of the program itself is an end of the run as well, and is handed on", async () => {
  await using it = await project({ plan: 1, agent: [uncommitted] });
  const bug = new TypeError("x is not a function");
  const { view, fault } = await runWith(it, { at: "work-landed", error: bug, lasts: false });
  expect(fault).toBe(bug);
  expect(view.end).toMatchObject({ reason: "internal_error", message: expect.stringContaining(bug.message) });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete" });
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1"]);
});
