import { describe, expect, test } from "vitest";
import type { Fact } from "../core/fact.ts";
import { taskId } from "../core/task-id.ts";
import type { Ledger, Place } from "../ports/ledger.ts";
import { agentFinished, iterationRecorded, taskClaimed, warned, workLanded } from "./sample-facts.ts";

const place = (run: string, iteration = 0, at = 1_700_000_000_000): Place => ({ run, iteration, at });

/** What every ledger has to do. `open` gives an empty one. */
export function ledgerContract(name: string, open: () => Ledger): void {
  describe(`${name} keeps the contract of a ledger`, () => {
    test("what was appended is read back, in order and in its place", () => {
      using ledger = open();
      const given = ledger.append(place("r1", 1), [taskClaimed("A"), agentFinished(), workLanded()], "synced");
      expect(given.map((entry) => [entry.run, entry.iteration, entry.fact.kind])).toEqual([
        ["r1", 1, "task-claimed"],
        ["r1", 1, "agent-finished"],
        ["r1", 1, "work-landed"],
      ]);
      expect([...ledger.factsOf("r1")]).toEqual(given);
    });

    test("what an append gives back is what a later reader gets, though a fact held what JSON can't carry", () => {
      using ledger = open();
      const discrepancies = [{ field: "f", claimed: undefined, measured: new Set([1]) }];
      const given = ledger.append(place("r1", 1), [iterationRecorded({ discrepancies })], "buffered");
      expect([...ledger.factsOf("r1")]).toEqual(given);
    });

    test("F194 the sequence orders, though the clock was set back between two facts", () => {
      using ledger = open();
      const [late] = ledger.append(place("r1", 1, 2000), [warned("first")], "buffered");
      const [early] = ledger.append(place("r1", 1, 1000), [warned("second")], "buffered");
      expect(early?.seq).toBeGreaterThan(late?.seq ?? Infinity);
      expect([...ledger.factsOf("r1")].map((entry) => entry.at)).toEqual([2000, 1000]);
    });

    test("a run has its own facts, and the last run is the one that began last", () => {
      using ledger = open();
      expect(ledger.lastRun()).toBeNull();
      ledger.append(place("r1"), [warned("1")], "buffered");
      ledger.append(place("r2"), [warned("2")], "buffered");
      ledger.append(place("r1"), [warned("3")], "buffered");
      expect(ledger.lastRun()).toBe("r2");
      expect([...ledger.factsOf("r1")]).toHaveLength(2);
      expect([...ledger.factsOf("r9")]).toEqual([]);
    });

    test("a fact that does not fit its schema is refused, and none of those beside it is kept", () => {
      using ledger = open();
      const wrong: Fact = JSON.parse(JSON.stringify({ ...workLanded(), commit: 7 }));
      expect(() => ledger.append(place("r1"), [warned("good"), wrong], "buffered")).toThrow(/commit/);
      expect([...ledger.factsOf("r1")]).toEqual([]);
      expect(ledger.lastRun()).toBeNull();
    });

    test("an append of nothing is nothing", () => {
      using ledger = open();
      expect(ledger.append(place("r1"), [], "synced")).toEqual([]);
      expect(ledger.lastRun()).toBeNull();
    });

    test("a task is remembered over runs: its iterations and the implementer's last session", () => {
      using ledger = open();
      expect(ledger.memoryOf("A")).toEqual({ iterations: 0, lastSession: null, answers: [] });
      ledger.append(place("r1", 1), [taskClaimed("A"), agentFinished({ session: "s1" })], "buffered");
      ledger.append(place("r1", 2), [taskClaimed("B"), agentFinished({ session: "s2" })], "buffered");
      ledger.append(place("r2", 1), [taskClaimed("A"), agentFinished({ session: null })], "buffered");
      ledger.append(place("r2", 1), [agentFinished({ role: "reviewer", session: "s3" })], "buffered");
      expect(ledger.memoryOf("A")).toEqual({ iterations: 2, lastSession: "s1", answers: [] });
      expect(ledger.memoryOf("B")).toEqual({ iterations: 1, lastSession: "s2", answers: [] });
    });

    test("P-43 a task is remembered with a person's last answers, oldest first", () => {
      using ledger = open();
      const answer = (task: string, text: string): Fact => ({
        kind: "task-answered",
        task: taskId(task),
        text,
        by: "ada",
      });
      ledger.append(
        place("r1"),
        ["1", "2", "3", "4", "5", "6"].map((text) => answer("A", text)),
        "synced",
      );
      ledger.append(place("r1"), [answer("B", "other")], "synced");
      expect(ledger.memoryOf("A").answers).toEqual(["2", "3", "4", "5", "6"]);
    });

    test("more facts than a page are read in order", () => {
      using ledger = open();
      const facts = Array.from({ length: 1200 }, (_, index) => warned(String(index)));
      ledger.append(place("r1"), facts, "buffered");
      const messages = [...ledger.factsOf("r1")].map(({ fact }) => (fact.kind === "warned" ? fact.message : ""));
      expect(messages).toEqual(facts.map((_, index) => String(index)));
    });

    test("facts may be appended while others are read", () => {
      using ledger = open();
      ledger.append(place("r1"), [warned("a"), warned("b")], "buffered");
      for (const { fact } of ledger.factsOf("r1")) {
        if (fact.kind === "warned" && fact.message.length === 1)
          ledger.append(place("r1"), [warned("again")], "buffered");
      }
      expect([...ledger.factsOf("r1")]).toHaveLength(4);
    });
  });
}
