import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../../core/fact.ts";
import { anyFact } from "../../../testing/fact-arbitrary.ts";
import { taskClaimed, warned, workLanded } from "../../../testing/sample-facts.ts";
import { MemoryLedger } from "../memory-ledger.ts";
import { type DatedCommit, factsFromHistory } from "./facts-from-history.ts";
import { restoreLedger } from "./restore-ledger.ts";

const commit = (run: string, iteration: string, task: string, change: Partial<DatedCommit> = {}): DatedCommit => ({
  sha: `sha-${run}-${iteration}`,
  subject: `feat: do ${task}`,
  trailers: { "Ralph-Run": run, "Ralph-Iteration": iteration, "Ralph-Task": task },
  at: 1000,
  ...change,
});
const logOf = (entries: Iterable<Entry>): string => [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join("");
const place = (run: string, iteration: number, at = 1000) => ({ run, iteration, at });

test("D-3 a commit with our trailers tells that its iteration landed its task", () => {
  const [landing] = factsFromHistory([commit("r1", "2", "A")]);
  expect(landing?.place).toEqual({ run: "r1", iteration: 2, at: 1000 });
  expect(landing?.facts).toMatchObject([
    { kind: "task-claimed", task: { id: "A" }, attempt: 1 },
    { kind: "work-landed", commit: "sha-r1-2", closed: ["A"], recovered: true },
    { kind: "iteration-recorded", outcome: "landed" },
  ]);
});

test("D-3 other people's commits, and those of ours that land nothing, tell nothing", () => {
  const others = [
    commit("r1", "1", "A", { trailers: {} }),
    commit("r1", "one", "A"),
    commit("r1", "1", ""),
    commit("r1", "1", "A", { subject: "chore(ralph): claim A" }),
  ];
  expect(factsFromHistory(others)).toEqual([]);
});

test("D-3 of several commits of one iteration the last is the landing, and a task's attempts are counted", () => {
  const placed = factsFromHistory([
    commit("r1", "1", "A", { sha: "early" }),
    commit("r1", "1", "A", { sha: "late" }),
    commit("r2", "1", "A"),
  ]);
  const claims = placed.map(
    ({ facts }) => facts.map((fact) => (fact.kind === "task-claimed" ? fact.attempt : null))[0],
  );
  expect(placed.map(({ facts }) => facts.find((fact) => fact.kind === "work-landed")?.commit)).toEqual([
    "late",
    "sha-r2-1",
  ]);
  expect(claims).toEqual([1, 2]);
});

test("D-3 a log of facts brings back all that it holds, whatever the facts", () => {
  fc.assert(
    fc.property(fc.array(anyFact, { minLength: 1, maxLength: 10 }), (facts) => {
      using lost = new MemoryLedger();
      lost.append(place("r1", 1), facts, "buffered");
      using ledger = new MemoryLedger();
      expect(restoreLedger(ledger, { logs: [logOf(lost.factsOf("r1"))], commits: [] })).toMatchObject({
        facts: facts.length,
      });
      expect([...ledger.factsOf("r1")]).toEqual([...lost.factsOf("r1")]);
    }),
    { numRuns: 50 },
  );
});

test("F185 lines of a log that were cut or glued are counted and left out", () => {
  using lost = new MemoryLedger();
  lost.append(place("r1", 1), [warned("a"), warned("b")], "buffered");
  const [first = "", second = ""] = logOf(lost.factsOf("r1")).split("\n");
  using ledger = new MemoryLedger();
  const log = `${first}\n{"seq":2,"run"\n${first}${second}\n\n{"seq":1,"run":"r1","iteration":1,"at":1,"fact":{"kind":"gone"}}\n`;
  expect(restoreLedger(ledger, { logs: [log], commits: [] })).toEqual({ facts: 1, landings: 0, unreadable: 3 });
});

test("D-3 git fills in the iterations that no log tells of, once", () => {
  using lost = new MemoryLedger();
  lost.append(place("r2", 1, 2000), [taskClaimed("B"), workLanded()], "buffered");
  const remains = {
    logs: [logOf(lost.factsOf("r2"))],
    commits: [commit("r1", "1", "A"), commit("r2", "1", "B"), commit("r2", "2", "C")],
  };
  using ledger = new MemoryLedger();
  expect(restoreLedger(ledger, remains)).toEqual({ facts: 2, landings: 2, unreadable: 0 });
  expect(restoreLedger(ledger, remains)).toEqual({ facts: 0, landings: 0, unreadable: 0 });
  expect(ledger.memoryOf("A").iterations).toBe(1);
});

test("D-3 the runs of logs come back in the order of their time, so that the last run is the last", () => {
  const logs = ["r9", "r1"].map((run, index) => {
    using lost = new MemoryLedger();
    lost.append(place(run, 1, 2000 - index * 1000), [warned(run)], "buffered");
    return logOf(lost.factsOf(run));
  });
  using ledger = new MemoryLedger();
  restoreLedger(ledger, { logs, commits: [] });
  expect(ledger.lastRun()).toBe("r9");
});
