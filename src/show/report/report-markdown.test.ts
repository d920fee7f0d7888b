import { expect, test } from "vitest";
import { readAnswer } from "../../core/answer/answer.ts";
import type { Entry, Fact } from "../../core/fact.ts";
import { viewOf } from "../../core/summary.ts";
import {
  agentFinished,
  iterationRecorded,
  sampleId,
  sampleStanding,
  sampleTask,
  taskClaimed,
  warned,
  workLanded,
} from "../../testing/sample-facts.ts";
import { detailsOf } from "../../core/iteration-detail.ts";
import { detailJson, iterationText } from "./iteration-text.ts";
import { inboxOf, inboxText } from "../backlog/inbox.ts";
import { reportMarkdown } from "./report-markdown.ts";

const entriesOf = (facts: readonly (readonly [number, Fact])[]): readonly Entry[] =>
  facts.map(([iteration, fact], index) => ({ seq: index + 1, run: "r1", iteration, at: index * 1000, fact }));

const claimed = taskClaimed("A-1");
const hostile: Fact =
  claimed.kind === "task-claimed"
    ? { ...claimed, task: { ...claimed.task, title: "<img> | [x](http://e) `a`\nb" } }
    : claimed;
const log = { path: "logs/1.implementer.jsonl", bytes: 1, sha256: null };
const parked: Fact = {
  kind: "task-parked",
  task: sampleId("A-2"),
  state: "needs_human",
  reason: "no_progress",
  question: "Which one?",
  kept: { ref: "refs/ralph/wip/A-2/1", branch: "ralph/blocked/a-2" },
  standing: sampleStanding,
};
const entries = entriesOf([
  [1, hostile],
  [1, agentFinished({ log })],
  [1, workLanded()],
  [1, iterationRecorded({ discrepancies: [{ field: "filesModified", claimed: 6, measured: 1 }] })],
  [2, taskClaimed("A-2")],
  [2, parked],
  [2, iterationRecorded({ outcome: "escalated", progress: false })],
  [0, warned("look here")],
  [0, { kind: "run-ended", reason: "needs_human", message: "", left: null }],
]);
const view = viewOf(entries);

test("U-20 the Markdown report tells iterations, differences, what was set aside, warnings and the next step", () => {
  const text = view === null ? "" : reportMarkdown(view, "Run `ralph inbox`.");
  expect(text).toContain("# Run r1: needs\\_human".replace("\\_", "_"));
  expect(text).toMatch(/\| 1 \| A-1 \| .* \| landed \|/);
  expect(text).toContain("- #1 FILES\\_MODIFIED said 6, measured 1");
  expect(text).toContain("**A-2** (needs_human): Which one?; its work: `ralph/blocked/a-2`");
  expect(text).toContain("- **Warning**: look here");
  expect(text).toContain("**Next:** Run `ralph inbox`.");
});

test("G-11 what tasks say is no markup in a report", () => {
  const text = view === null ? "" : reportMarkdown(view, "");
  expect(text).toContain(String.raw`\<img\> \| \[x\](http://e) \`a\` b`);
});

test("D-6 an iteration is shown with its claims beside measurements, and an expired log is said to be", () => {
  const [detail] = detailsOf(entries, (n) => n === 1);
  if (detail === undefined) throw new Error("The iteration is not there.");
  const text = iterationText(detail, () => "expired");
  expect(text).toContain("r1#1  A-1");
  expect(text).toContain("log: expired (was logs/1.implementer.jsonl)");
  expect(iterationText(detail, () => "there")).toContain("log: logs/1.implementer.jsonl");
  expect(detailJson(detail, () => "expired")).toMatchObject({
    run: "r1",
    n: 1,
    task: "A-1",
    agentCalls: [{ log: { state: "expired" } }],
  });
});

test("P-12 the mark of a finished increment is noted beside what it does not prove", () => {
  const said = readAnswer(1, "implementer", "RALPH_COMPLETE\n\nLEARNINGS: read first", { contract: "workflow/1.2" });
  const marked = entriesOf([
    [1, taskClaimed("A-1")],
    [1, agentFinished({ role: "implementer" })],
    [1, { kind: "answer-read", ...said }],
  ]);
  const [detail] = detailsOf(marked, (n) => n === 1);
  if (detail === undefined) throw new Error("The iteration is not there.");
  expect(iterationText(detail, () => "there")).toMatch(/Said beside it:\n +RALPH_COMPLETE[^\n]*\n +learnt: read first/);
  expect(detailJson(detail, () => "there").remarks).toEqual({ marked: true, satisfied: [], learnings: "read first" });
});

test("P-43 an inbox entry has all that is needed to answer", () => {
  const waiting = { ...sampleTask("A-2"), state: "needs_human" as const };
  const blocked = { ...sampleTask("A-3"), state: "blocked" as const, reason: "no key" };
  const memory = parked.kind === "task-parked" ? { run: "r1", iteration: 2, at: 5000, fact: parked } : null;
  const inbox = inboxOf([waiting, blocked, sampleTask("A-4")], (task) => (task === "A-2" ? memory : null), view);
  expect(inbox.waiting.map(({ task, question }) => [task, question])).toEqual([["A-2", "Which one?"]]);
  expect(inbox.blocked.map(({ task, reason }) => [task, reason])).toEqual([["A-3", "no key"]]);
  expect(inbox.run).toBeNull();
  const text = inboxText(inbox);
  expect(text).toMatch(
    /Waiting for you \(1\):[^]*A-2[^]*Which one\?[^]*ralph\/blocked\/a-2[^]*ralph answer A-2[^]*Blocked[^]*A-3[^]*no key/,
  );
  expect(inboxText({ waiting: [], blocked: [], questions: [], run: null })).toBe("Nothing waits for you.\n");
});
