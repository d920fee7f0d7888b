import { describe, expect, test } from "vitest";
import { taskId } from "../core/task-id.ts";
import type { TaskId, TaskState } from "../core/task.ts";
import { BacklogError, type Backlog, type BacklogChanges, type BacklogSnapshot } from "../ports/backlog.ts";

/** A task that a source under test is to hold. */
export interface TaskSeed {
  readonly id: string;
  readonly title: string;
  /** `todo` if not given. */
  readonly state?: "todo" | "done";
  readonly deps?: readonly string[];
}

/** A source with tasks in it. */
export interface BacklogUnderTest {
  readonly backlog: Backlog;
  /** The same source opened once more, as another process would. */
  readonly again: () => Backlog;
  /** Everything that carries state, as text, to see that nothing else was written. Sources without such a text leave it out. */
  readonly content?: () => Promise<string>;
}

/** What a source's own tests add to the suite. */
export interface BacklogSamples {
  /** Makes a fresh source that holds these tasks in this order. */
  readonly open: (seeds: readonly TaskSeed[]) => Promise<BacklogUnderTest>;
  /** A source whose file or project is not there, if that can be. */
  readonly openMissing?: () => Promise<Backlog>;
  /** The id of the n-th task, for a source that numbers its tasks itself; `AB-<n>` where it takes any. */
  readonly idOf?: (n: number) => string;
}

const named = ({ idOf = (n) => `AB-${n}` }: BacklogSamples) => {
  const seeds: readonly TaskSeed[] = [
    { id: idOf(1), title: "the first task", state: "done" },
    { id: idOf(2), title: "the second task 漢字 🚀" },
    { id: idOf(3), title: "the third task", deps: [idOf(2)] },
  ];
  return { idOf, seeds, first: taskId(idOf(1)), second: taskId(idOf(2)), third: taskId(idOf(3)) };
};
const states: readonly TaskState[] = ["todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"];
const nothing: BacklogChanges = { ticked: [], unticked: [], added: [], lost: [], noted: [], notes: {} };

const stateOf = ({ tasks }: BacklogSnapshot, id: TaskId): TaskState | undefined =>
  tasks.find((task) => task.id === id)?.state;
const errorFrom = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
async function backlogErrorFrom(work: Promise<unknown>): Promise<BacklogError> {
  const error = await errorFrom(work);
  if (error instanceof BacklogError) return error;
  throw new Error("expected a BacklogError", { cause: error });
}

/** The promises that every backlog keeps, whatever its source. Call it from the adapter's test file. */
export function backlogContract(name: string, samples: BacklogSamples): void {
  describe(`backlog contract: ${name}`, () => {
    reading(samples);
    writing(samples);
    faults(samples);
    settling(samples);
  });
}

function reading(samples: BacklogSamples): void {
  const { open, openMissing } = samples;
  const { seeds, second } = named(samples);
  test("tasks come with id, title and state, in the order of the source, without a fault", async () => {
    const { backlog } = await open(seeds);
    const { tasks, faults: found } = await backlog.load();
    expect(tasks.map((task) => [task.id, task.title, task.state])).toEqual(
      seeds.map((seed) => [seed.id, seed.title, seed.state ?? "todo"]),
    );
    expect(tasks[2]?.deps).toEqual([second]);
    expect(found.filter((fault) => fault.severity === "error")).toEqual([]);
  });
  test("two readings are the same", async () => {
    const { backlog, again } = await open(seeds);
    expect(await again().load()).toEqual(await backlog.load());
  });
  test("a task's source says where it stands", async () => {
    const { backlog } = await open(seeds);
    const places = (await backlog.load()).tasks.map((task) =>
      "url" in task.source ? task.source.url : `${task.source.file}:${task.source.line}`,
    );
    expect(new Set(places).size).toBe(seeds.length);
  });
  if (openMissing === undefined) return;
  test("a source that is not there is an error with a cure, not an empty backlog", async () => {
    const backlog = await openMissing();
    const error = await backlogErrorFrom(backlog.load());
    expect(error.code).toBe("missing");
    expect(error.fault.hint).not.toBe("");
  });
}

function writing(samples: BacklogSamples): void {
  const { open } = samples;
  const { idOf, seeds, second } = named(samples);
  test.each(states)(
    "setting %s gives the task as the next reading shows it, and changes no other task",
    async (state) => {
      const { backlog, again } = await open(seeds);
      const before = await backlog.load();
      const task = await backlog.setState({ id: second, state, reason: "why (so)\nthere" });
      const after = await again().load();
      expect(after.tasks.find((each) => each.id === second)).toEqual(task);
      expect(after.tasks.filter((each) => each.id !== second)).toEqual(
        before.tasks.filter((each) => each.id !== second),
      );
      expect(task.title).toBe(seeds[1]?.title);
      if (state === "done" || state === "todo") expect(task.state).toBe(state);
    },
  );
  test("a reason is kept, on one line, where the source can hold the state", async () => {
    const { backlog } = await open(seeds);
    const task = await backlog.setState({ id: second, state: "blocked", reason: "no key\nyet" });
    if (task.state === "blocked") expect(task.reason).toContain("no key yet");
  });
  test.each(states)("setting %s and then todo leaves not one byte changed", async (state) => {
    const { backlog, content } = await open(seeds);
    const before = await content?.();
    await backlog.setState({ id: second, state, reason: "a reason" });
    expect((await backlog.setState({ id: second, state: "todo" })).state).toBe("todo");
    expect(await content?.()).toBe(before);
  });
  test("evidence of a closing is kept, and goes when the task is opened again", async () => {
    const { backlog, content } = await open(seeds);
    const before = await content?.();
    expect(await backlog.setState({ id: second, state: "done", note: "src/a.ts:7" })).toMatchObject({
      state: "done",
      title: seeds[1]?.title,
    });
    await backlog.setState({ id: second, state: "todo" });
    expect(await content?.()).toBe(before);
  });
  test("setting a state twice writes once", async () => {
    const { backlog, content } = await open(seeds);
    await backlog.setState({ id: second, state: "done", note: "src/a.ts:7" });
    const once = await content?.();
    await backlog.setState({ id: second, state: "done", note: "src/a.ts:7" });
    expect(await content?.()).toBe(once);
  });
  test("an unknown id is an error that says so, and nothing is written", async () => {
    const { backlog, content } = await open(seeds);
    const before = await content?.();
    expect((await backlogErrorFrom(backlog.setState({ id: taskId(idOf(9)), state: "done" }))).code).toBe(
      "unknown-task",
    );
    expect(await content?.()).toBe(before);
  });
  test("F209 writers at the same time all have their change", async () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ id: idOf(i + 1), title: `task ${i + 1}` }));
    const { backlog, again } = await open(many);
    await Promise.all(many.map((seed) => again().setState({ id: taskId(seed.id), state: "done" })));
    expect((await backlog.load()).tasks.map((task) => task.state)).toEqual(many.map(() => "done"));
  });
  test("a call that was given up before it began writes nothing", async () => {
    const { backlog, content } = await open(seeds);
    const before = await content?.();
    expect(await errorFrom(backlog.setState({ id: second, state: "done" }, AbortSignal.abort()))).not.toBeNull();
    expect(await content?.()).toBe(before);
    expect(stateOf(await backlog.load(), second)).toBe("todo");
  });
}

function faults(samples: BacklogSamples): void {
  const { open } = samples;
  const { idOf, first, second, third } = named(samples);
  test("B-3 dependencies on nothing and in a circle are told with a hint, and say which tasks they hold back", async () => {
    const { backlog } = await open([
      { id: first, title: "a", deps: [idOf(9)] },
      { id: second, title: "b", deps: [third] },
      { id: third, title: "c", deps: [second] },
      { id: idOf(4), title: "d" },
    ]);
    const { tasks, faults: found } = await backlog.load();
    const errors = found.filter((fault) => fault.severity === "error");
    expect(tasks).toHaveLength(4);
    expect(new Set(errors.flatMap((fault) => fault.tasks))).toEqual(new Set([first, second, third]));
    expect(errors.every((fault) => fault.hint !== "" && fault.file !== "")).toBe(true);
    const circles = [`${second} → ${third} → ${second}`, `${third} → ${second} → ${third}`];
    expect(errors.some(({ message }) => circles.some((circle) => message.includes(circle)))).toBe(true);
  });
}

/* The agent is played by a second writer. */
function settling(samples: BacklogSamples): void {
  const { open } = samples;
  const { seeds, first, second, third } = named(samples);
  const started = async () => {
    const under = await open(seeds);
    const { backlog } = under;
    const { revision } = await backlog.load();
    const compare = backlog.compare?.bind(backlog);
    const settle = backlog.settle?.bind(backlog);
    return compare === undefined || settle === undefined ? null : { ...under, revision, compare, settle };
  };
  test("an untouched file has no changes, and settling writes nothing", async () => {
    const under = await started();
    if (under === null) return;
    expect(await under.compare(under.revision)).toEqual(nothing);
    expect(await under.settle(under.revision, { keepTicks: [], dropNotes: [] })).toEqual(nothing);
    expect((await under.backlog.load()).revision).toBe(under.revision);
  });
  test("G-2 ticks and unticks are seen; unticks and ticks that are not kept are undone, once", async () => {
    const under = await started();
    if (under === null) return;
    await under.again().setState({ id: second, state: "done", note: "src/a.ts:7" });
    await under.again().setState({ id: third, state: "done" });
    await under.again().setState({ id: first, state: "todo" });
    const changes = await under.compare(under.revision);
    expect([changes.ticked, changes.unticked, changes.lost, changes.added]).toEqual([[second, third], [first], [], []]);
    const settlement = { keepTicks: [second], dropNotes: [] };
    const putBack = await under.settle(under.revision, settlement);
    expect([putBack.ticked, putBack.unticked]).toEqual([[third], [first]]);
    const settled = await under.backlog.load();
    expect([first, second, third].map((id) => stateOf(settled, id))).toEqual(["done", "done", "todo"]);
    expect(await under.settle(under.revision, settlement)).toEqual(nothing);
    expect((await under.backlog.load()).revision).toBe(settled.revision);
  });
  test("P-4 invented evidence goes with its tick, and the file is as it was", async () => {
    const under = await started();
    if (under === null) return;
    await under.again().setState({ id: second, state: "done", note: "src/none.ts:999" });
    await under.settle(under.revision, { keepTicks: [], dropNotes: [second] });
    expect((await under.backlog.load()).revision).toBe(under.revision);
  });
}
