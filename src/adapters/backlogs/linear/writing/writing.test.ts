import { afterEach, describe, expect, test } from "vitest";
import { taskId } from "../../../../core/task-id.ts";
import type { LinearSeed, SeedIssue } from "../../../../stand-ins/linear/linear-seed.ts";
import { type PlayedLinear, startLinear } from "../../../../stand-ins/linear/start-linear.ts";
import { opened } from "../fixtures/played-linear.ts";

const servers: PlayedLinear[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function played(more: Partial<SeedIssue> = {}, seed: LinearSeed = {}) {
  const server = await startLinear({
    seed: { projects: ["Demo", "Other"], ...seed, issues: [{ identifier: "AB-1", title: "one", ...more }] },
  });
  servers.push(server);
  return { server, backlog: opened(server), issue: () => server.issue("AB-1") };
}
const id = taskId("AB-1");
const mutations = ({ asked }: PlayedLinear): readonly string[] =>
  asked.filter((name) => /^Ralph(?:Update|Say|Label|Create)$/.test(name));

describe("B-41 on pick", () => {
  test("it is In Progress and assigned to us at once", async () => {
    const { backlog, issue } = await played();
    expect(await backlog.setState({ id, state: "in_progress" })).toMatchObject({ state: "in_progress", mine: true });
    expect(issue()).toMatchObject({ state: "In Progress", assignee: "Ralph", moves: ["In Progress"] });
  });
  test("what is so already is not written again", async () => {
    const { backlog, server } = await played({ state: "In Progress", assignee: "Ralph" });
    await backlog.setState({ id, state: "in_progress" });
    expect(mutations(server)).toEqual([]);
  });
  test.each(["Done", "Canceled", "Duplicate"])(
    "what a person has moved to %s meanwhile is not begun",
    async (state) => {
      const { backlog, server, issue } = await played();
      await backlog.load();
      server.byHand("AB-1", { state });
      await expect(backlog.setState({ id, state: "in_progress" })).rejects.toMatchObject({
        code: "changed-meanwhile",
        message: `AB-1 was closed meanwhile (${state}).`,
      });
      expect(issue().state).toBe(state);
      expect((await backlog.load()).tasks[0]?.state).toMatch(/done|cancelled/);
    },
  );
  test("what somebody else has begun meanwhile is left to them", async () => {
    const { backlog, server, issue } = await played();
    await backlog.load();
    server.byHand("AB-1", { state: "In Progress", assignee: "Anna" });
    await expect(backlog.setState({ id, state: "in_progress" })).rejects.toMatchObject({ code: "changed-meanwhile" });
    expect(issue().assignee).toBe("Anna");
    expect((await backlog.load()).tasks[0]).toMatchObject({ state: "in_progress", mine: false });
  });
});

describe("B-41 on closing", () => {
  const told = { marker: "ralph run-7/3", text: "Did it: 2 files, commit abc123." };

  test("one summary comes first, then Done", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    expect((await backlog.setState({ id, state: "done", told })).state).toBe("done");
    expect(issue()).toMatchObject({ state: "Done", comments: [`${told.text}\n\n\`${told.marker}\``] });
    expect(mutations(server)).toEqual(["RalphSay", "RalphUpdate"]);
  });
  test("after a kill between the two it is found by its mark, and not said again", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    await backlog.annotate?.({ kind: "comment", id, comment: told });
    await opened(server).setState({ id, state: "done", told });
    await opened(server).setState({ id, state: "done", told });
    expect(issue()).toMatchObject({ state: "Done", moves: ["Done"] });
    expect(issue().comments).toHaveLength(1);
  });
  test("an answer that was lost is no second comment", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    server.fail({ kind: "cut-after", of: "RalphSay" }, { kind: "cut-after", of: "RalphUpdate" });
    await backlog.setState({ id, state: "done", told });
    expect(issue()).toMatchObject({ state: "Done", moves: ["Done"] });
    expect(issue().comments).toHaveLength(1);
  });
  test("R-4 without a summary of its own it says what there is to say, once for each closing", async () => {
    const { backlog, issue } = await played();
    await backlog.setState({ id, state: "done", note: "src/a.ts:7" });
    await backlog.setState({ id, state: "todo" });
    await backlog.setState({ id, state: "done" });
    expect(issue().comments).toEqual([
      "There was nothing left to do: verified resolved at src/a.ts:7.\n\n`ralph:closed 1`",
      "The work on this is done.\n\n`ralph:closed 2`",
    ]);
    expect(issue().moves).toEqual(["Done", "Todo", "Done"]);
  });
  test.each(["Canceled", "Duplicate"])(
    "what a person has moved to %s stays there; the summary is told",
    async (state) => {
      const { backlog, server, issue } = await played({ state: "In Progress" });
      server.byHand("AB-1", { state });
      expect((await backlog.setState({ id, state: "done", told })).state).toBe("cancelled");
      expect(issue()).toMatchObject({ state, moves: [state] });
      expect(issue().comments).toHaveLength(1);
    },
  );
  test("what the merge has closed by itself gets its summary", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    server.byHand("AB-1", { state: "Done" });
    await backlog.setState({ id, state: "done", told });
    expect(issue()).toMatchObject({ moves: ["Done"] });
    expect(issue().comments).toHaveLength(1);
  });
  test("a team's own name for done is found by its type", async () => {
    const { backlog, issue } = await played({ state: "In Progress" });
    expect((await backlog.setState({ id, state: "done" })).state).toBe("done");
    expect(issue().state).toBe("Done");
    const bare = await played({ state: "In Progress" }, { withoutStates: ["Done"] });
    await expect(bare.backlog.setState({ id, state: "done" })).rejects.toMatchObject({
      code: "unwritable",
      message: "The team of AB-1 has no state for what is done.",
    });
  });
});

describe("B-41 what waits", () => {
  test.each([
    ["blocked", "blocked", "**Blocked:** the staging host is down\n\n`ralph:why blocked`"],
    ["needs_human", "needs-human", "**Needs a person:** the staging host is down\n\n`ralph:why needs-human`"],
  ] as const)(
    "%s: a label, made where there is none, and a comment; the state stays",
    async (state, label, comment) => {
      const { backlog, issue } = await played({ state: "In Progress", assignee: "Ralph" });
      const reason = "the staging host is down";
      expect(await backlog.setState({ id, state, reason })).toMatchObject({ state, reason });
      expect(issue()).toMatchObject({ state: "In Progress", labels: [label], comments: [comment], moves: [] });
      expect((await backlog.load()).tasks[0]).toMatchObject({ state, reason });
    },
  );
  test("the same once more writes nothing; another reason is told, and read back", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    await backlog.setState({ id, state: "blocked", reason: "first\nreason" });
    const before = mutations(server).length;
    await backlog.setState({ id, state: "blocked", reason: "first\nreason" });
    expect(mutations(server)).toHaveLength(before);
    expect((await backlog.setState({ id, state: "blocked", reason: "second" })).reason).toBe("second");
    expect(issue().comments).toHaveLength(2);
  });
  test("a label of the workspace is taken, whatever its case", async () => {
    const { backlog, server, issue } = await played({ state: "In Progress" }, { labels: ["Blocked"] });
    await backlog.setState({ id, state: "blocked", reason: "x" });
    expect(issue().labels).toEqual(["Blocked"]);
    expect(mutations(server)).not.toContain("RalphLabel");
  });
  test("from blocked to a person and back to work: one label at a time, then none", async () => {
    const { backlog, issue } = await played();
    await backlog.setState({ id, state: "in_progress" });
    await backlog.setState({ id, state: "blocked", reason: "x" });
    await backlog.setState({ id, state: "needs_human", reason: "y" });
    expect(issue().labels).toEqual(["needs-human"]);
    await backlog.setState({ id, state: "todo" });
    expect(issue()).toMatchObject({ labels: [], state: "Todo", moves: ["In Progress", "Todo"] });
  });
  test("In Review is for what nobody can go on without", async () => {
    const { backlog, issue } = await played({ state: "In Progress" });
    await backlog.setState({ id, state: "needs_human", reason: "The API key for Stripe is missing." });
    expect(issue()).toMatchObject({ state: "In Review", labels: ["needs-human"] });
    expect((await backlog.load()).tasks[0]?.state).toBe("needs_human");
  });
  test("a wish for a review is no reason for In Review", async () => {
    const { backlog, issue } = await played({ state: "In Progress" });
    await backlog.setState({ id, state: "needs_human", reason: "This needs code review before the merge." });
    expect(issue().state).toBe("In Progress");
  });
  test("P-43 question and answer stand on the issue; what the reason has said already is not said again", async () => {
    const { backlog, issue } = await played({ state: "In Progress" });
    await backlog.setState({ id, state: "needs_human", reason: "which colour?" });
    expect(await backlog.annotate?.({ kind: "escalation", id, text: "which colour?" })).toBe(true);
    await backlog.annotate?.({ kind: "escalation", id, text: "Red or blue?" });
    await backlog.annotate?.({ kind: "escalation", id, text: "Red or blue?" });
    await backlog.annotate?.({ kind: "answer", id, text: "blue" });
    expect(issue().comments.map((text) => text.split("\n")[0])).toEqual([
      "**Needs a person:** which colour?",
      "Red or blue?",
      "**Answer:** blue",
    ]);
  });
});

describe("B-41 what people alone decide", () => {
  test.each([
    ["cancelled", "I recommend to cancel this issue: nobody uses it"],
    ["deferred", "I recommend to put off this issue: nobody uses it"],
  ] as const)("%s is a recommendation, once; the state stays", async (state, words) => {
    const { backlog, issue } = await played();
    await backlog.setState({ id, state, reason: "nobody uses it" });
    expect((await backlog.setState({ id, state, reason: "nobody uses it" })).state).toBe("todo");
    expect(issue().comments.map((text) => text.split("\n")[0])).toEqual([words]);
    expect(issue().moves).toEqual([]);
  });
  test("what a person has begun is not taken back, nor what a person has closed opened", async () => {
    const begun = await played({ state: "Todo" });
    begun.server.byHand("AB-1", { state: "In Progress" });
    expect((await begun.backlog.setState({ id, state: "todo" })).state).toBe("in_progress");
    begun.server.byHand("AB-1", { state: "Done" });
    expect((await begun.backlog.setState({ id, state: "todo" })).state).toBe("done");
    begun.server.byHand("AB-1", { state: "Canceled" });
    expect((await begun.backlog.setState({ id, state: "todo" })).state).toBe("cancelled");
  });
  test("parking what a person has closed writes nothing", async () => {
    const { backlog, server } = await played({ state: "In Progress" });
    server.byHand("AB-1", { state: "Canceled" });
    const before = mutations(server).length;
    expect((await backlog.setState({ id, state: "blocked", reason: "x" })).state).toBe("cancelled");
    expect(mutations(server)).toHaveLength(before);
  });
  test("asked afresh it is told whether it is ours still, whatever is kept", async () => {
    const { backlog, server } = await played({ state: "In Progress", assignee: "Ralph" });
    await backlog.load();
    expect(await backlog.fresh?.(id)).toMatchObject({ id, state: "in_progress", mine: true });
    server.byHand("AB-1", { labels: ["blocked"] });
    expect(await backlog.fresh?.(id)).toMatchObject({ state: "blocked" });
    server.byHand("AB-1", { state: "Canceled" });
    expect(await backlog.fresh?.(id)).toMatchObject({ state: "cancelled" });
    server.byHand("AB-1", { state: "In Progress", assignee: "Anna", labels: [] });
    await expect(backlog.fresh?.(id)).rejects.toMatchObject({ code: "changed-meanwhile", fault: { code: "taken" } });
    server.byHand("AB-1", { project: null });
    await expect(backlog.fresh?.(id)).rejects.toMatchObject({ fault: { code: "outside-project" } });
    server.world.issues.clear();
    await expect(backlog.fresh?.(id)).rejects.toMatchObject({ code: "unknown-task" });
  });
  test.each(["Other", null])("a write to an issue that was moved to the project %s is refused", async (project) => {
    const { backlog, server, issue } = await played({ state: "In Progress" });
    await backlog.load();
    server.byHand("AB-1", { project });
    const error = backlog.setState({ id, state: "done" });
    await expect(error).rejects.toMatchObject({ code: "changed-meanwhile", fault: { code: "outside-project" } });
    await expect(backlog.annotate?.({ kind: "answer", id, text: "x" })).rejects.toMatchObject({
      code: "changed-meanwhile",
    });
    expect(issue()).toMatchObject({ state: "In Progress", comments: [] });
    expect((await backlog.load()).tasks).toEqual([]);
  });
});

describe("B-45 who writes", () => {
  test("an issue of the harness's own goes to the project, below another, with the team's labels", async () => {
    const { backlog, server } = await played({ labels: ["audit-fix"] });
    const made = await backlog.add?.({
      stem: "finding",
      title: "Close the file",
      state: "todo",
      body: "src/a.ts leaves it open.",
      acceptance: ["it is closed"],
      group: null,
      parent: id,
      priority: 1,
      labels: ["audit-fix"],
    });
    expect(made).toMatchObject({
      id: "AB-2",
      state: "todo",
      priority: 1,
      labels: ["audit-fix"],
      group: "AB-1 one",
      acceptance: [{ text: "it is closed", done: false }],
    });
    expect(server.issue("AB-2").state).toBe("Todo");
  });
  test("what the check finds is told, and nothing is made", async () => {
    const { backlog, server } = await played();
    const task = { stem: "x", title: "a\nb", state: "todo", body: "", acceptance: [], group: null } as const;
    await expect(backlog.add?.({ ...task, labels: ["nope"], parent: taskId("AB-77") })).rejects.toMatchObject({
      code: "unwritable",
      message: `The issue "a\nb" is not made: Its title is more than one line. It has no text. It has no acceptance criterion. The project has no issue AB-77. The team has no label nope.`,
    });
    expect(mutations(server)).toEqual([]);
  });
});

describe("ids", () => {
  test.each(["AB-11", "ab-1x", "--help", "one two", "🚀"])("%s is no issue; a near one is named", async (wrong) => {
    const { backlog, server } = await played();
    const error = await backlog.setState({ id: taskId(wrong), state: "done" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unknown-task" });
    expect(mutations(server)).toEqual([]);
  });
});
