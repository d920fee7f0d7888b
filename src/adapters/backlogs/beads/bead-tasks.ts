import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskState } from "../../../core/task.ts";
import { stateNoteIn } from "../json-file/state-note.ts";
import { type Bead, linksOf } from "./bead.ts";

const states: Readonly<Record<string, TaskState>> = {
  open: "todo",
  in_progress: "in_progress",
  hooked: "in_progress",
  blocked: "blocked",
  deferred: "deferred",
  pinned: "deferred",
  closed: "done",
};

/* Types that hold a task back; all others are only told. */
const blocking: ReadonlySet<string> = new Set(["blocks", "conditional-blocks", "waits-for"]);

/** A state as beads has it, with what its notes say more precisely; null for a status that is not known. */
export function beadState(bead: Bead): { readonly state: TaskState; readonly reason: string | null } | null {
  const state = states[bead.status];
  if (state === undefined) return null;
  const note = stateNoteIn((state === "done" ? bead.close_reason : bead.notes) ?? "");
  if (note?.kind !== "state") return { state, reason: null };
  const isSaid = state === "blocked" || state === "deferred" || (state === "done" && note.state === "cancelled");
  return isSaid ? { state: note.state, reason: note.value === "" ? null : note.value } : { state, reason: null };
}

const normalPriority = 2;
const none: readonly never[] = [];

/**
 * The tasks that issues make, in their order. An epic is no task but the group of what is below it; what holds the epic back holds
 * those back, and who waits for an epic waits for all of them.
 */
export function beadTasks(beads: readonly Bead[]): readonly Task[] {
  const shown = beads.filter(({ status }) => status !== "tombstone");
  const byId = new Map(shown.map((bead) => [bead.id, bead]));
  const epicOf = (bead: Bead): Bead | null => {
    const up = linksOf(bead).find(({ type, on }) => type === "parent-child" && byId.get(on)?.issue_type === "epic");
    return byId.get(up?.on ?? "") ?? null;
  };
  const members = Map.groupBy(
    shown.filter(({ issue_type }) => issue_type !== "epic"),
    (bead) => epicOf(bead)?.id ?? "",
  );
  const holders = (bead: Bead | null): readonly string[] =>
    bead === null
      ? none
      : linksOf(bead)
          .filter(({ type }) => blocking.has(type))
          .flatMap(({ on }) =>
            byId.get(on)?.issue_type === "epic" ? (members.get(on) ?? none).map(({ id }) => id) : [on],
          );
  return shown
    .filter(({ issue_type }) => issue_type !== "epic")
    .map((bead) => {
      const epic = epicOf(bead);
      const deps = new Set([...holders(bead), ...holders(epic)].filter((id) => id !== bead.id));
      return taskOf(bead, { group: epic?.title ?? null, deps: [...deps] });
    });
}

function taskOf(
  bead: Bead,
  { group, deps }: { readonly group: string | null; readonly deps: readonly string[] },
): Task {
  const { state, reason } = beadState(bead) ?? { state: "todo" as const, reason: null };
  const labels = bead.labels ?? none;
  return {
    id: taskId(bead.id),
    title: bead.title.replaceAll(/\s+/g, " "),
    state,
    reason,
    priority: bead.priority ?? normalPriority,
    deps: deps.map(taskId),
    group,
    parent: null,
    labels,
    files: none,
    body: [bead.description, bead.design].filter((part) => (part ?? "") !== "").join("\n\n"),
    acceptance: criteriaIn(bead.acceptance_criteria ?? ""),
    gate: none,
    source: { url: `beads:${bead.id}` },
    optional: false,
    large: labels.some((label) => /^(?:large|l)$/i.test(label)),
  };
}

const criteriaIn = (text: string): Task["acceptance"] =>
  text.split("\n").flatMap((line) => {
    const [, mark, words] = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[([ xX])\]\s+)?(\S.*)$/.exec(line) ?? [];
    return words === undefined ? [] : [{ text: words, done: mark === "x" || mark === "X" }];
  });
