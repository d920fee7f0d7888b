import { rmSync, writeFileSync } from "node:fs";
import { sourceOf } from "../../src/app/backlog/source-of.ts";
import { newRunId } from "../../src/app/running/run-id.ts";
import { startRun } from "../../src/app/running/start-run.ts";
import { loadConfig } from "../../src/config/load.ts";
import { policyOf } from "../../src/config/policy-of.ts";
import { newInterruption } from "../../src/loop/interruption.ts";
import { dyingLedger, type FaultPlan, type Faults } from "./fault-plan.ts";

// A run as `ralph run` makes it, but with a ledger that kills this very process at a chosen moment:
// `node harness.ts '{"step":"land","at":"after effect"}' FILE`, in a repository. FILE tells the git on PATH after how many
// of its calls to end us.
const [, , planText = "", armed = ""] = process.argv;
const plan = JSON.parse(planText) as FaultPlan;
const cwd = process.cwd();
const { config } = await loadConfig({ root: cwd, env: process.env, flags: {} });
const policy = policyOf(config, {
  source: sourceOf(config, cwd),
  cap: null,
  once: false,
  optional: false,
  unattended: false,
  audit: plan.audit === true,
});

const faults: Faults = {
  die: () => {
    process.kill(process.pid, "SIGKILL");
    // The signal is on its way: nothing more may happen here.
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  arm: (calls) => (calls === null ? rmSync(armed, { force: true }) : writeFileSync(armed, String(calls))),
};

const { view } = await startRun({
  run: newRunId(Date.now()),
  cwd,
  config,
  policy,
  around: { env: process.env, platform: process.platform, execPath: process.execPath },
  interruption: newInterruption(),
  watch: { fact: () => {}, agent: () => {}, alive: () => {}, stage: () => {}, waiting: () => {} },
  now: () => Date.now(),
  wrapLedger: (ledger) => dyingLedger(ledger, plan, faults),
});
process.stdout.write(`${view.end?.reason ?? "none"}: ${view.end?.message ?? ""}\n`);
