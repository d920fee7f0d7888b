import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { Backlog } from "../../../ports/backlog.ts";
import { officialProblems } from "../../../stand-ins/github/official/official-problems.ts";
import { secondaryLimit } from "../../../stand-ins/github/server/faults.ts";
import { type Github, startGithub } from "../../../stand-ins/github/start-github.ts";
import { backlogContract } from "../../../testing/backlog-contract.ts";
import type { IssueFilter } from "./read-issues.ts";
import { openGithubIssues } from "./open-github-issues.ts";

let github: Github;
beforeEach(async () => {
  github = await startGithub({ repository: "/nowhere" });
});
afterEach(async () => {
  await github[Symbol.asyncDispose]();
  expect(await officialProblems(github.exchanges)).toEqual([]);
});

let slept: number[] = [];

function opened(filter: Partial<IssueFilter> = {}, more: { name?: string; token?: string } = {}): Backlog {
  let at = Date.UTC(2026, 0, 1);
  slept = [];
  return openGithubIssues({
    filter: { label: null, milestone: null, ...filter },
    access: async () => ({
      url: github.url,
      token: more.token ?? github.token,
      repository: { owner: github.owner, name: more.name ?? github.name },
      clock: {
        now: () => at,
        sleepUntil: async (until) => {
          slept.push(until - at);
          at = Math.max(at, until);
        },
      },
    }),
  });
}

/* What carries state; comments are people's to read, and stay. */
const content = async (): Promise<string> =>
  JSON.stringify(
    [1, 2, 3].map((number) => {
      const { title, body, state, labels } = github.by.issue(number);
      return { title, body, state, labels };
    }),
  );

backlogContract("github", {
  idOf: (n) => `GH-${n}`,
  open: async (seeds) => {
    for (const { title, state, deps = [] } of seeds)
      github.by.file({
        title,
        body: deps.map((dep) => `Depends on #${dep.replace("GH-", "")}`).join("\n"),
        ...(state === "done" ? { closed: "completed" } : {}),
      });
    return { backlog: opened(), again: () => opened(), content };
  },
  openMissing: async () => opened({}, { name: "nowhere" }),
});

const id = (number: number) => taskId(`GH-${number}`);
const bodies = (number: number): readonly string[] => github.by.issue(number).comments.map(({ body }) => body);
const taskOf = async (number: number, backlog = opened()) =>
  (await backlog.load()).tasks.find((task) => task.id === id(number));

describe("B-50 which issues are tasks", () => {
  test("open ones with the label and the milestone, and no pull requests", async () => {
    github.by.file({ title: "one", labels: ["ralph", "ui"], milestone: "v1" });
    github.by.file({ title: "two", labels: ["Ralph"] });
    github.by.file({ title: "three", milestone: "v1" });
    const titles = async (filter: Partial<IssueFilter>) =>
      (await opened(filter).load()).tasks.map(({ title }) => title);
    expect(await titles({})).toEqual(["one", "two", "three"]);
    expect(await titles({ label: "ralph" })).toEqual(["one", "two"]);
    expect(await titles({ label: "ralph", milestone: "v1" })).toEqual(["one"]);
  });

  test("all pages are read", async () => {
    for (let n = 1; n <= 230; n++) github.by.file({ title: `task ${n}` });
    expect((await opened().load()).tasks.map((task) => task.id)).toEqual(
      Array.from({ length: 230 }, (_, n) => id(n + 1)),
    );
  });

  test("an issue gives criteria, files, priority, labels and its milestone, and no commands to run", async () => {
    github.by.file({
      title: "Do\u202E it [L]",
      body: "- [ ] it holds\n- [x] it is told\n\naccept: npm test passes\nfiles: src/a.ts\ngate: rm -rf /\n\n```\n- [ ] no criterion\naccept: nor this\ndepends on #9\n```\n",
      labels: ["priority: high", "ui"],
      milestone: "v1",
    });
    const { tasks, faults } = await opened().load();
    expect(faults).toEqual([]);
    expect(tasks).toMatchObject([
      {
        id: "GH-1",
        title: "Do it [L]",
        priority: 1,
        group: "v1",
        labels: ["priority: high", "ui"],
        files: ["src/a.ts"],
        gate: [],
        large: true,
        deps: [],
        acceptance: [
          { text: "it holds", done: false },
          { text: "it is told", done: true },
          { text: "npm test passes", done: false },
        ],
        source: { url: `${github.url}/acme/shop/issues/1` },
      },
    ]);
  });
});

describe("B-50 what waits for what", () => {
  test("lines in the text and GitHub's own relations", async () => {
    for (const title of ["a", "b", "c"]) github.by.file({ title });
    github.by.file({
      title: "d",
      body: `Text.\n\n- **Blocked by:** #1, GH-2 and acme/shop#3\n\nThis no longer depends on #9. \`depends on #9\``,
    });
    github.by.file({ title: "e", blockedBy: [4] });
    github.by.file({ title: "f", body: "depends on other/repo#1" });
    const { tasks, faults } = await opened().load();
    expect(faults).toEqual([]);
    expect(tasks.map(({ deps }) => deps)).toEqual([[], [], [], [id(1), id(2), id(3)], [id(4)], []]);
  });

  test("a parent waits for its parts, and names their group", async () => {
    github.by.file({ title: "The epic" });
    github.by.file({ title: "part one", parent: 1 });
    github.by.file({ title: "part two", parent: 1, closed: "completed" });
    github.by.file({ title: "part that waits", parent: 1, body: "depends on #1" });
    const { tasks, faults } = await opened().load();
    expect(faults).toEqual([]);
    expect(tasks.map(({ deps, group }) => [deps, group])).toEqual([
      [[id(2)], "#1 The epic"],
      [[], "#1 The epic"],
      [[], "#1 The epic"],
      [[id(1)], "#1 The epic"],
    ]);
  });

  test("what is no task itself holds back while it is open, and is no fault", async () => {
    github.by.file({ title: "elsewhere" });
    github.by.file({ title: "closed elsewhere", closed: "completed" });
    github.by.file({ title: "task", labels: ["ralph"], body: "depends on #1\ndepends on #2" });
    github.by.file({ title: "parent", labels: ["ralph"] });
    github.by.file({ title: "its part", parent: 4 });
    const { tasks, faults } = await opened({ label: "ralph" }).load();
    expect(faults).toEqual([]);
    expect(tasks).toMatchObject([
      { id: "GH-3", state: "blocked", reason: expect.stringContaining("#1"), deps: [] },
      { id: "GH-4", state: "blocked", reason: expect.stringContaining("#5"), deps: [] },
    ]);
    github.by.close(1);
    expect(await taskOf(3, opened({ label: "ralph" }))).toMatchObject({ state: "todo" });
  });
});

test("B-50 a pull request is waited for like an issue, and old closed ones are no fault of what is closed itself", async () => {
  await using real = await startGithub();
  await real.by.push("work", { a: "1" });
  await github[Symbol.asyncDispose]();
  github = real;
  await fetch(`${real.url}/repos/acme/shop/pulls`, {
    method: "POST",
    headers: { authorization: `Bearer ${real.token}` },
    body: JSON.stringify({ title: "work", head: "work", base: "main" }),
  });
  real.by.file({ title: "task", body: "depends on #1" });
  real.by.file({ title: "old", closed: "completed", body: "depends on #900" });
  const waiting = await opened().load();
  expect([waiting.faults, waiting.tasks[0]?.state, waiting.tasks[0]?.reason]).toEqual([
    [],
    "blocked",
    expect.stringContaining("#1"),
  ]);
  await real.by.merge(1);
  expect(await taskOf(2)).toMatchObject({ state: "todo", deps: [] });
});

describe("B-50 states", () => {
  test("labels carry them, one at a time, and other labels stay", async () => {
    github.by.file({ title: "task", labels: ["ui"] });
    const backlog = opened();
    for (const [state, label] of [
      ["in_progress", "ralph:in-progress"],
      ["blocked", "ralph:blocked"],
      ["needs_human", "ralph:needs-human"],
      ["deferred", "ralph:deferred"],
    ] as const) {
      expect(await backlog.setState({ id: id(1), state, reason: "no key" })).toMatchObject({ state, labels: ["ui"] });
      expect(github.by.issue(1).labels).toEqual(["ui", label]);
    }
    await backlog.setState({ id: id(1), state: "todo" });
    expect(github.by.issue(1).labels).toEqual(["ui"]);
  });

  test("an issue is closed as completed or not planned, after what is told of it, once", async () => {
    github.by.file({ title: "task", labels: ["ralph:in-progress"] });
    github.by.file({ title: "other" });
    const backlog = opened();
    const told = { marker: "run/GH-1/1/land", text: "Done: #7 was merged." };
    const done = { id: id(1), state: "done", told } as const;
    expect(await backlog.setState(done)).toMatchObject({ state: "done" });
    await backlog.setState(done);
    expect(github.by.issue(1)).toMatchObject({ state: "closed", reason: "completed", labels: [] });
    expect(bodies(1)).toEqual([expect.stringMatching(/^Done: #7 was merged\.\n\n<!-- ralph: /)]);
    const writes = github.exchanges
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
    expect(writes[0]).toBe("POST /repos/acme/shop/issues/1/comments");
    expect(await backlog.setState({ id: id(2), state: "cancelled", reason: "no use" })).toMatchObject({
      state: "cancelled",
    });
    expect(github.by.issue(2).reason).toBe("not_planned");
  });

  test("a comment whose answer got lost is not made twice", async () => {
    github.by.file({ title: "task" });
    github.fail({ on: /^POST .*comments$/, as: { kind: "lost" } });
    await opened().setState({ id: id(1), state: "blocked", reason: "no key" });
    expect(bodies(1)).toHaveLength(1);
  });

  test("what a person has closed meanwhile is not opened again, and can't be begun", async () => {
    github.by.file({ title: "task" });
    const backlog = opened();
    await backlog.load();
    github.by.close(1, "not_planned");
    await expect(backlog.setState({ id: id(1), state: "in_progress" })).rejects.toMatchObject({
      code: "changed-meanwhile",
    });
    for (const state of ["blocked", "needs_human", "done", "todo"] as const)
      expect(await backlog.setState({ id: id(1), state, reason: "x" })).toMatchObject({ state: "cancelled" });
    expect(github.by.issue(1)).toMatchObject({ state: "closed", labels: [] });
  });

  test("asked afresh it is told whether it is a task still", async () => {
    github.by.file({ title: "task", labels: ["ralph"] });
    const backlog = opened({ label: "ralph" });
    expect(await backlog.fresh?.(id(1))).toMatchObject({ id: id(1), state: "todo" });
    github.by.close(1, "not_planned");
    expect(await backlog.fresh?.(id(1))).toMatchObject({ state: "cancelled" });
    github.by.edit(1, { labels: [] });
    await expect(backlog.fresh?.(id(1))).rejects.toMatchObject({ code: "unknown-task" });
  });

  test("a reason that a person has settled is news when it comes again", async () => {
    github.by.file({ title: "task" });
    const backlog = opened();
    for (const state of ["blocked", "blocked", "todo", "blocked"] as const)
      await backlog.setState({ id: id(1), state, reason: "no key" });
    expect(bodies(1)).toHaveLength(2);
  });

  test("an id may be given as people type it; a pull request is no task", async () => {
    github.by.file({ title: "task" });
    expect(await opened().setState({ id: taskId("#1"), state: "in_progress" })).toMatchObject({ id: "GH-1" });
    await expect(opened({ label: "ralph" }).setState({ id: id(1), state: "done" })).rejects.toMatchObject({
      code: "unknown-task",
    });
  });
});

describe("words and new tasks", () => {
  test("questions, answers and comments stand on the issue, each once", async () => {
    github.by.file({ title: "task" });
    const backlog = opened();
    const notes = [
      { kind: "comment", id: id(1), comment: { marker: "m", text: "Not merged yet." } },
      { kind: "escalation", id: id(1), text: "Which key?" },
      { kind: "answer", id: id(1), text: "This one." },
    ] as const;
    for (const note of [...notes, ...notes]) expect(await backlog.annotate?.(note)).toBe(true);
    expect(bodies(1).map((body) => body.split("\n")[0])).toEqual([
      "Not merged yet.",
      "Which key?",
      "**Answer:** This one.",
    ]);
    await backlog.setState({ id: id(1), state: "needs_human", reason: "Why?" });
    await backlog.annotate?.({ kind: "escalation", id: id(1), text: "Why?" });
    expect(bodies(1)).toHaveLength(4);
  });

  test("a task of our own is an issue with the label, made once", async () => {
    github.by.file({ title: "old", milestone: "v1" });
    const backlog = opened({ label: "ralph" });
    const task = {
      stem: "fix-preflight",
      title: "mend the checks",
      state: "in_progress",
      body: "They are red.",
      acceptance: ["they are green"],
      group: "v1",
    } as const;
    github.fail({ on: /^POST .*issues$/, as: { kind: "lost" } });
    const made = await backlog.add?.(task);
    expect(made).toMatchObject({
      id: "GH-2",
      state: "in_progress",
      group: "v1",
      acceptance: [{ text: "they are green", done: false }],
    });
    expect(await backlog.add?.(task)).toEqual(made);
  });

  test("it says where it works", async () => {
    expect(await opened().whereabouts?.()).toBe("GitHub, issues of acme/shop");
  });
});

describe("a GitHub that can't be asked", () => {
  test("limits are waited for, and all else is told with a cure", async () => {
    const backlog = opened();
    github.fail({ as: secondaryLimit(7) });
    await backlog.load();
    expect(slept).toEqual([7_000]);
    github.fail({ times: Infinity, as: { kind: "offline" } });
    await expect(backlog.load()).rejects.toMatchObject({
      code: "unavailable",
      fault: { hint: expect.stringMatching(/network/) },
    });
    github.mend();
    await expect(opened({}, { token: "wrong" }).load()).rejects.toMatchObject({ code: "unavailable" });
  });
});
