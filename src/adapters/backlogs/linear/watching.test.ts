import { afterEach, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { LinearSeed } from "../../../stand-ins/linear/linear-seed.ts";
import { type PlayedLinear, startLinear } from "../../../stand-ins/linear/start-linear.ts";
import { opened } from "./fixtures/played-linear.ts";

// A project that agents write to: it is read, and what stands there is told as it is at that moment.

const started: PlayedLinear[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function watched(issues: LinearSeed["issues"] = [{ identifier: "AB-1", title: "one" }]) {
  const server = await startLinear({ seed: { issues } });
  started.push(server);
  return { server, backlog: opened(server, { writes: "agent" }) };
}

const id = taskId("AB-1");
const written = ({ asked }: PlayedLinear): readonly string[] =>
  asked.filter((name) => ["RalphUpdate", "RalphSay", "RalphLabel", "RalphCreate"].includes(name));

describe("B-45 agents write, and the harness only looks", () => {
  test("whatever is wanted, nothing is written, and what stands is told", async () => {
    const { server, backlog } = await watched();
    for (const state of ["in_progress", "done", "blocked", "needs_human", "todo"] as const)
      expect((await backlog.setState({ id, state, reason: "why" })).state).toBe("todo");
    expect([backlog.annotate, backlog.add]).toEqual([undefined, undefined]);
    expect(written(server)).toEqual([]);
  });

  test("an issue that somebody else has begun or closed can't be begun", async () => {
    const { server, backlog } = await watched();
    server.byHand("AB-1", { state: "In Progress", assignee: "Anna" });
    const begin = () => backlog.setState({ id, state: "in_progress" });
    await expect(begin()).rejects.toMatchObject({ code: "changed-meanwhile", fault: { code: "taken" } });
    server.byHand("AB-1", { state: "Done" });
    await expect(begin()).rejects.toMatchObject({ code: "changed-meanwhile", fault: { code: "closed" } });
  });

  test("where an issue stands is told afresh, whatever is kept of the list", async () => {
    const { server, backlog } = await watched();
    await backlog.load();
    const places = {
      Triage: "triage",
      Backlog: "backlog",
      Todo: "todo",
      "In Progress": "in_progress",
      "In Review": "in_review",
      Done: "done",
      Canceled: "canceled",
      Duplicate: "duplicate",
    };
    for (const [state, place] of Object.entries(places)) {
      server.byHand("AB-1", { state });
      expect(await backlog.look?.([id])).toEqual([{ id, place, name: state }]);
      const [task] = (await backlog.load()).tasks;
      expect(task?.state === "done").toBe(place === "done");
    }
  });

  test("what is in the project no more, or never was, is gone", async () => {
    const { server, backlog } = await watched();
    server.byHand("AB-1", { project: null });
    expect(await backlog.look?.([id, taskId("AB-77")])).toMatchObject([{ place: "gone" }, { place: "gone" }]);
  });

  test("a person who wants it written by a command is told that it is not, and how it is", async () => {
    const { server } = await watched();
    await expect(opened(server, { writes: "refused" }).setState({ id, state: "done" })).rejects.toMatchObject({
      code: "unwritable",
      fault: { hint: expect.stringContaining("RALPH_LINEAR_WRITES=harness") },
    });
    expect(written(server)).toEqual([]);
  });
});
