import { describe, expect, test } from "vitest";
import { type Play, type Played, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import type { PlayedVerdict, Turn } from "../../testing/turn.ts";
import { plainIssue } from "../answer/verdict.ts";
import { type Policy, playbookFacts } from "../policy.ts";
import { defaultRisk } from "../crew/risk.ts";
import type { Task } from "../task.ts";

const policy: Partial<Policy> = {
  ...playbookFacts("crew", "task-index", "workflow/1.2"),
  playbook: "crew",
  source: "task-index",
  gated: true,
  crew: { rounds: 3, risk: defaultRisk, judge: true, prepares: false },
};
const seats = {
  strong: "opus",
  fast: "sonnet",
  fixer: null,
  reviewers: ["gemini", "gpt", "sonnet"],
  judges: ["gpt", "gemini"],
  standIns: [],
};

const plain = (id: string, more: Partial<Task> = {}): Task => ({ ...sampleTask(id), priority: 2, ...more });
const crew = (play: Partial<Play>): Played =>
  played({ tasks: [plain("M1-1")], crew: seats, ...play, policy: { ...policy, ...play.policy } });

const done: Turn = { changed: ["src/a.ts"], summary: {} };
const rejected = (...issues: string[]): Turn => ({
  ...done,
  verdicts: { reviewer: [{ verdict: "REJECT", issues: issues.map(plainIssue) }] },
});
const mended = (content: string, turn: Turn): Turn => ({ ...turn, changed: [`src/${content}.ts`] });

/** What was done from the first claim on, calls with their agent. */
const wayOf = ({ steps }: Played): readonly string[] =>
  steps.slice(steps.findIndex((step) => step.do === "claim")).flatMap((step) => {
    if (step.do === "work") return [`${step.role}${step.agent === undefined ? "" : ` ${step.agent}`}`];
    if (step.do === "review") return [`review ${step.seats.map((seat) => seat.agent ?? seat.role).join("+")}`];
    return ["claim", "gate", "accept", "land", "park", "withdraw", "judge", "end"].includes(step.do) ? [step.do] : [];
  });

describe("P-20 to P-28 a task's way through a crew", () => {
  test("claim, implementer, review, gate, one landing; the judge comes after it and nobody waits", () => {
    const run = crew({ turns: [done] });
    expect(wayOf(run)).toEqual(["claim", "implementer sonnet", "review gemini", "gate", "land", "judge", "end"]);
    expect(run).toMatchObject({ outcomes: ["M1-1 landed"], end: "plan_complete" });
    expect(run.view.iterations[0]?.grades).toMatchObject({ status: "collected", grades: { testQuality: 5 } });
  });

  test("P-20 the gate runs before the first task, and that is no task's own", () => {
    const run = crew({ turns: [done] });
    expect(run.steps.slice(0, 4).map((step) => step.do)).toEqual(["reap", "pick", "gate", "claim"]);
  });

  test("P-25 a rejection goes to the fixer, and the reviewers look again", () => {
    const run = crew({ turns: [rejected("zero is wrong"), mended("b", done)] });
    expect(wayOf(run).slice(1, 7)).toEqual([
      "implementer sonnet",
      "review gemini",
      "fixer sonnet",
      "review gemini",
      "gate",
      "land",
    ]);
  });

  test("P-25 three rounds, then a person: with the last verdict, and the next task is picked", () => {
    const turns = [rejected("a"), mended("b", rejected("b")), mended("c", rejected("the last word")), done];
    const run = crew({ tasks: [plain("M1-1"), plain("M1-2")], turns });
    expect(run.outcomes).toEqual(["M1-1 escalated", "M1-2 landed"]);
    expect(run.view.parked[0]).toMatchObject({
      state: "needs_human",
      question: expect.stringContaining("the last word"),
    });
    expect(run.end).toBe("needs_human");
  });

  test("P-27 a red gate is a rejection, and the work is reviewed again before the gate runs again", () => {
    const run = crew({ turns: [{ ...done, gate: "red" }, mended("b", done)] });
    expect(wayOf(run).slice(1, 8)).toEqual([
      "implementer sonnet",
      "review gemini",
      "gate",
      "fixer sonnet",
      "review gemini",
      "gate",
      "land",
    ]);
  });

  test("P-47 a criterion's command runs after the gate, and a red one goes to the fixer and the reviewers", () => {
    const task = plain("M1-1", { body: "accept: `node check.mjs`" });
    const run = crew({ tasks: [task], turns: [{ ...done, unmet: ["`node check.mjs`"] }, mended("b", done)] });
    expect(wayOf(run).slice(1, 10)).toEqual([
      "implementer sonnet",
      "review gemini",
      "gate",
      "accept",
      "fixer sonnet",
      "review gemini",
      "gate",
      "accept",
      "land",
    ]);
    expect(run.outcomes).toEqual(["M1-1 landed"]);
  });

  test("P-47 a criterion that stays unmet never lands: after three rounds a person is asked", () => {
    const task = plain("M1-1", { body: "accept: `node check.mjs`" });
    const red: Turn = { ...done, unmet: ["`node check.mjs`"] };
    const run = crew({ tasks: [task], turns: [red, mended("b", red), mended("c", red)] });
    expect(run.outcomes).toEqual(["M1-1 escalated"]);
    expect(run.view.parked[0]?.reason).toContain("criteria are not met: `node check.mjs`");
  });

  test("P-20 the full gate is due before each commit, whatever a policy defers; without one, the task's own", () => {
    const deferring = crew({ turns: [done], policy: { qa: "epic" } });
    expect(wayOf(deferring)).toContain("gate");
    const own = crew({
      tasks: [plain("M1-1", { gate: ["npm test"] })],
      turns: [{ ...done, gate: "red" }, mended("b", done)],
      policy: { gated: false },
    });
    expect(own.steps.filter((step) => step.do === "gate")).toMatchObject([
      { commands: ["npm test"] },
      { commands: ["npm test"] },
    ]);
    expect(own.outcomes).toEqual(["M1-1 landed"]);
  });

  test("P-27 a hook's refusal goes to the fixer, once the task is open again in its source", () => {
    const run = crew({ turns: [{ ...done, refusal: "hook" }, mended("b", done)] });
    expect(wayOf(run).slice(4, 7)).toEqual(["land", "withdraw", "fixer sonnet"]);
    expect(run.outcomes).toEqual(["M1-1 landed"]);
  });

  test("P-22 a blocker sets the task aside without a review, and the next one is picked", () => {
    const turns: Turn[] = [{ ...done, summary: { status: "FAIL", blockers: ["need a key"] } }, done];
    const run = crew({ tasks: [plain("M1-1"), plain("M1-2")], turns });
    expect(run.view.parked[0]).toMatchObject({ task: "M1-1", state: "blocked", reason: "need a key" });
    expect(run.outcomes).toEqual(["M1-1 blocked", "M1-2 landed"]);
  });

  test("P-22 who answers and changes nothing has had its turn: no second implementer in this run", () => {
    const run = crew({ turns: [{ summary: {} }] });
    expect(run.outcomes).toEqual(["M1-1 escalated"]);
    expect(run.steps.filter((step) => step.do === "work")).toHaveLength(1);
  });

  test("P-22 a call that fails before it has done anything burns nothing", () => {
    const run = crew({ turns: [{ outcome: "crashed", message: "boom" }, done] });
    expect(run.outcomes).toEqual(["M1-1 failed", "M1-1 landed"]);
  });

  test("P-22 what a call had begun when it was cut off is finished by the fixer", () => {
    const run = crew({ turns: [{ ...done, outcome: "timed_out", message: "late" }, mended("b", done)] });
    expect(wayOf(run).slice(1, 4)).toEqual(["implementer sonnet", "fixer sonnet", "review gemini"]);
    expect(run.outcomes).toEqual(["M1-1 landed"]);
  });

  test("P-22 files that a report names and nobody has changed are a discrepancy", () => {
    const run = crew({ turns: [{ ...done, block: null, summary: { files: ["./src/a.ts", "src/never.ts"] } }] });
    expect(run.view.iterations[0]?.discrepancies).toEqual([
      { field: "files", claimed: "src/never.ts", measured: "not changed" },
    ]);
  });

  test("P-29 a question is never put to a person in the run: it is an escalation", () => {
    const run = crew({ turns: [{ say: "There are two ways.\n\nShould I take the first?" }] });
    expect(run.view.parked[0]).toMatchObject({ state: "needs_human", question: "Should I take the first?" });
  });

  test("L-28 to stop after the task lets its review and its landing be", () => {
    const run = crew({ tasks: [plain("M1-1"), plain("M1-2")], turns: [{ ...done, wish: "stop-after-task" }] });
    expect(run).toMatchObject({ outcomes: ["M1-1 landed"], end: "stopped" });
  });
});

describe("P-23 who works and who reviews", () => {
  test("a usual task has the fast implementer and one reviewer, a risky one the strong and two of two families", () => {
    const risky = plain("M1-1", { labels: ["risk:high"] });
    const run = crew({ tasks: [risky], turns: [done] });
    expect(wayOf(run).slice(1, 3)).toEqual(["implementer opus", "review gemini+gpt"]);
    expect(wayOf(crew({ turns: [done] })).slice(1, 3)).toEqual(["implementer sonnet", "review gemini"]);
  });

  test("a change that touches risky files gets a second reviewer, though nobody had said so", () => {
    const run = crew({ turns: [{ ...done, changed: ["src/auth/login.ts"] }] });
    expect(wayOf(run)).toContain("review gemini+gpt");
  });

  test("the judge is of a family that has neither worked nor reviewed alone", () => {
    const run = crew({ turns: [done] });
    expect(run.steps.find((step) => step.do === "judge")).toMatchObject({ agent: "gpt" });
  });

  test("where one agent is all there is, it plays everything", () => {
    const run = played({ tasks: [plain("M1-1")], policy, turns: [done] });
    expect(run.outcomes).toEqual(["M1-1 landed"]);
  });
});

describe("P-25 doubt", () => {
  const doubt: PlayedVerdict = { verdict: "UNCERTAIN", needs: ["src/other.ts"] };

  test("is asked about once more, with the files that were named", () => {
    const run = crew({ turns: [{ ...done, verdicts: { reviewer: [doubt, "APPROVE"] } }] });
    const asked = run.steps.filter((step) => step.do === "review");
    expect(asked.map(({ ask, seats: who }) => [ask, who[0]?.needs])).toEqual([
      [1, undefined],
      [2, ["src/other.ts"]],
    ]);
    expect(run.outcomes).toEqual(["M1-1 landed"]);
  });

  test("that stays is a rejection, with the doubt as its issue", () => {
    const run = crew({ turns: [{ ...done, verdicts: { reviewer: ["UNCERTAIN"] } }, mended("b", done)] });
    expect(wayOf(run).slice(2, 5)).toEqual(["review gemini", "review gemini", "fixer sonnet"]);
  });

  test("of two reviewers only the doubtful one is asked again", () => {
    const risky = plain("M1-1", { labels: ["risk:high"] });
    const run = crew({ tasks: [risky], turns: [{ ...done, verdicts: { reviewer: ["APPROVE", doubt, "APPROVE"] } }] });
    expect(wayOf(run).filter((words) => words.startsWith("review"))).toEqual(["review gemini+gpt", "review gpt"]);
  });
});

describe("P-26 an approval that came too quick", () => {
  const hasty: PlayedVerdict = { verdict: "APPROVE", suspicious: true, lines: 40 };

  test("is not accepted by itself: another family is asked as well, and with it all count", () => {
    const run = crew({ turns: [{ ...done, verdicts: { reviewer: [hasty, "REJECT"] } }, mended("b", done)] });
    expect(wayOf(run).slice(1, 5)).toEqual(["implementer sonnet", "review gemini", "review gpt", "fixer sonnet"]);
  });

  test("goes by for a few lines of documentation", () => {
    const turn: Turn = { ...done, changed: ["docs/a.md"], verdicts: { reviewer: [{ ...hasty, lines: 3 }] } };
    expect(wayOf(crew({ turns: [turn] })).filter((words) => words.startsWith("review"))).toEqual(["review gemini"]);
  });

  test("counts where no family is left, and the report says so", () => {
    const alone = { ...seats, reviewers: ["gemini"] };
    const run = crew({ crew: alone, turns: [{ ...done, verdicts: { reviewer: [hasty] } }] });
    expect(run.outcomes).toEqual(["M1-1 landed"]);
    expect(run.view.warnings.map(({ code }) => code)).toContain("suspicious_verdict");
  });
});

describe("P-42 reviews that come to an end", () => {
  const same = rejected("the very same");

  test("the same set twice is a stalemate, which a third family breaks: for the work", () => {
    const again: Turn = mended("b", {
      ...same,
      verdicts: { reviewer: [{ verdict: "REJECT", issues: [plainIssue("the very same")] }, "APPROVE"] },
    });
    const run = crew({ turns: [same, again] });
    expect(wayOf(run).slice(4, 8)).toEqual(["review gemini", "review gpt", "gate", "land"]);
  });

  test("or against it, and then a person decides without a third round", () => {
    const run = crew({ turns: [same, mended("b", same)] });
    expect(wayOf(run).slice(4, 7)).toEqual(["review gemini", "review gpt", "park"]);
  });

  test("without a third family it goes on to three rounds", () => {
    const run = crew({
      crew: { ...seats, reviewers: ["gemini"] },
      turns: [same, mended("b", same), mended("c", same)],
    });
    expect(wayOf(run).filter((words) => words.startsWith("review"))).toHaveLength(3);
    expect(run.outcomes).toEqual(["M1-1 escalated"]);
  });

  test("a rejection of which everything came too late is none", () => {
    const late: Turn = {
      ...done,
      verdicts: { reviewer: [{ verdict: "REJECT", issues: [], late: [plainIssue("a new taste")] }] },
    };
    expect(crew({ turns: [rejected("a"), mended("b", late)] }).outcomes).toEqual(["M1-1 landed"]);
  });
});

describe("B-35 checks that were red before any work", () => {
  test("become the first task, which a fixer works; where nobody mends them the run ends", () => {
    const red: Turn = { ...done, gate: "red" };
    const run = crew({ proofs: ["red"], turns: [red, mended("b", red), mended("c", red)] });
    expect(wayOf(run)[1]).toContain("fixer");
    expect(run.end).toBe("preflight_failed");
  });

  test("once mended, the tasks follow", () => {
    const run = crew({ proofs: ["red", "green"], turns: [done] });
    expect(run.outcomes.at(-1)).toBe("M1-1 landed");
    expect(run.end).toBe("plan_complete");
  });
});

describe("P-28 judges", () => {
  const tasks = ["M1-1", "M1-2", "M1-3"].map((id) => plain(id));

  test("who are not through at the end are given up, and nothing is held up by them", () => {
    const run = crew({ tasks, turns: [{ ...done, grades: "late" }] });
    expect(run.outcomes).toEqual(["M1-1 landed", "M1-2 landed", "M1-3 landed"]);
    expect(run.view.iterations.map(({ grades }) => grades?.status)).toEqual(["failed", "failed", "failed"]);
  });

  test("a low score is a warning and changes nothing; three in a row make the review gate suspect", () => {
    const run = crew({ tasks, turns: [{ ...done, grades: [4, 2, 4] }] });
    expect(run.outcomes).toHaveLength(3);
    expect(run.view.warnings.filter(({ code }) => code === "low_grade")).toHaveLength(3);
    expect(run.view.warnings.filter(({ severity }) => severity === "critical")).toEqual([
      expect.objectContaining({ code: "rubber_stamp", message: expect.stringContaining("M1-1, M1-2, M1-3") }),
    ]);
  });
});
