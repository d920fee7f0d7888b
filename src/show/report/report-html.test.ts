import { describe, expect, test } from "vitest";
import type { Entry, Fact } from "../../core/fact.ts";
import { type RunView, viewOf } from "../../core/summary.ts";
import {
  agentFinished,
  iterationRecorded,
  sampleId,
  sampleStanding,
  taskClaimed,
  verdictRead,
  warned,
  workLanded,
} from "../../testing/sample-facts.ts";
import { runStarted } from "../../testing/sample-run.ts";
import { html } from "./html.ts";
import { reportHtml } from "./report-html.ts";
import { reportMarkdown } from "./report-markdown.ts";
import { reportText } from "./report-text.ts";
import { runJson } from "./run-json.ts";

const viewFrom = (facts: readonly (readonly [number, Fact])[]): RunView => {
  const entries: readonly Entry[] = facts.map(([iteration, fact], index) => ({
    seq: index + 1,
    run: "r1",
    iteration,
    at: index * 1_000,
    fact,
  }));
  const view = viewOf(entries);
  if (view === null) throw new Error("No facts, no view.");
  return view;
};

const attack = `</td><script>alert("x")</script><img src=x onerror='y'>&\u202Eabc`;

const one = (n: number, more: readonly Fact[] = []): readonly (readonly [number, Fact])[] =>
  [taskClaimed(`A-${n}`), agentFinished(), ...more, workLanded(), iterationRecorded()].map(
    (fact) => [n, fact] as const,
  );

const changing = (...paths: readonly string[]): Fact => ({
  kind: "work-measured",
  call: 1,
  head: "head",
  branch: null,
  tree: null,
  dirty: [],
  changes: [],
  backlogFiles: [],
  workChanges: paths.map((path) => ({ path, kind: "modified" })),
  commits: [],
  tick: "kept",
  strayTicks: [],
  restoredItems: [],
  addedItems: [],
  surface: [],
  gateFiles: [],
  marks: [],
  evidence: null,
  strayCommits: [],
  subAgentsInFlight: 0,
  standing: sampleStanding,
});

const parked: Fact = {
  kind: "task-parked",
  task: sampleId("A-9"),
  state: "needs_human",
  reason: "no_progress",
  question: attack,
  kept: { ref: "refs/ralph/wip/A-9/1", branch: "ralph/blocked/a-9" },
  standing: sampleStanding,
};

const full = viewFrom([
  ...one(1, [verdictRead({ summary: attack, suspicious: true })]),
  [2, taskClaimed("A-9")],
  [2, agentFinished({ costUsd: 0.5, costEstimated: true })],
  [2, parked],
  [2, iterationRecorded({ outcome: "escalated", progress: false })],
  [0, warned(attack)],
  [0, { kind: "run-ended", reason: "needs_human", message: attack, left: null }],
]);

describe("U-20 the report as a web page", () => {
  const page = reportHtml(full, "Run `ralph inbox`.");

  test("tells figures, what was set aside, warnings, verdicts by model, spending and the next step", () => {
    for (const word of [
      "needs_human",
      "A-9",
      "ralph/blocked/a-9",
      "Verdicts by model",
      "Spent by role",
      "estimated",
      "Run <code>ralph inbox</code>.",
    ])
      expect(page).toContain(word);
  });

  test("G-11 what agents and tasks say becomes no markup", () => {
    expect(page).not.toMatch(/<script|<img|\u202E/);
    expect(page).toContain("&lt;script&gt;");
    expect(page.match(/<\/td>/g)?.length).toBe(page.match(/<td[ >]/g)?.length);
  });

  test("loads nothing and runs nothing", () => {
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)|@import|url\(/);
    expect(page).toContain("default-src 'none'");
  });

  test("a run without any iteration is a page too", () => {
    const empty = viewFrom([[0, { kind: "run-ended", reason: "locked", message: "Somebody is at work.", left: null }]]);
    expect(reportHtml(empty, "Wait.")).toContain("Somebody is at work.");
  });

  test("text is text and HTML is HTML, however deep", () => {
    expect(html`<p>${"<b>"}${html`<i>${1}</i>`}${null}${[html`&amp;`]}</p>`.markup).toBe(
      "<p>&lt;b&gt;<i>1</i>&amp;</p>",
    );
  });
});

describe("U-20 what all forms of the report tell", () => {
  const forms = [
    ["text", reportText],
    ["Markdown", reportMarkdown],
    ["HTML", reportHtml],
  ] as const;

  test.each(forms)("%s: spending by role and model, verdicts by model, suspicious ones", (_form, write) => {
    const text = write(full, "Go on.");
    expect(text).toMatch(/implementer/);
    expect(text).toMatch(/1\.00 USD \\?\(estimated\\?\)/);
    expect(text).toMatch(/suspiciously quick/);
  });

  test.each(forms)("%s: numbers that look too good are said to", (_form, write) => {
    const approving = Array.from({ length: 5 }, (_, n) =>
      one(n + 1, [verdictRead({ verdict: "PASS", issues: [], suspicious: false })]),
    );
    const text = write(viewFrom([[0, runStarted()], ...approving.flat()]), "Go on.");
    expect(text.replaceAll(/\s+/g, " ")).toContain("all 5 verdicts approve, and none has found anything");
  });

  test("JSON has them as warnings with codes", () => {
    const idle = viewFrom([
      [0, runStarted()],
      [1, taskClaimed("A-1")],
      [1, workLanded()],
      [1, iterationRecorded()],
    ]);
    expect(runJson(idle, "").warnings).toContainEqual({
      code: "no_calls",
      severity: "warning",
      message: "landed without any call of an implementer or a fixer: A-1",
    });
  });

  test("F217 a file that one task after the other changes is told: they may undo each other's work", () => {
    const run = viewFrom([1, 2, 3, 4].flatMap((n) => one(n, [changing("src/a.js", `src/${n}.js`)])));
    expect(runJson(run, "").warnings).toContainEqual(
      expect.objectContaining({ code: "same_file_again", message: expect.stringMatching(/src\/a\.js \(.*A-4\)/) }),
    );
  });

  test("what was found or mended keeps the report silent", () => {
    const codes = runJson(full, "").warnings.map(({ code }) => code);
    expect(codes).not.toContain("too_good");
  });
});
