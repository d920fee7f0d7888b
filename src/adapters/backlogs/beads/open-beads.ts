import type { Task, TaskId } from "../../../core/task.ts";
import {
  type Backlog,
  BacklogError,
  type BacklogFault,
  type BacklogSnapshot,
  type StateChange,
} from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy } from "../dependency-faults.ts";
import { noteFor, withNote } from "../json-file/state-note.ts";
import { nearIds } from "../near-ids.ts";
import { fileFault } from "../text-file.ts";
import { type Bead, beadsIn } from "./bead.ts";
import { beadState, beadTasks } from "./bead-tasks.ts";
import type { RunBd } from "./run-bd.ts";

/**
 * The issues of beads as a backlog, through its own program and nothing else. A reason stands at the end of the notes. What is
 * below `.beads` is the program's own, and changes with what it writes.
 */
export function openBeads(bd: RunBd): Backlog {
  const load = async (signal?: AbortSignal): Promise<readonly Bead[]> => {
    signal?.throwIfAborted();
    const listed = understood(await bd(["list", "--all", "--limit", "0", "--json"], signal));
    return withDependencies(listed, bd, signal);
  };
  return {
    kind: "beads",
    files: [],
    carries: (path) => path.startsWith(".beads/"),
    load: async (signal) => snapshotOf(await load(signal)),
    async setState(change, signal): Promise<Task> {
      signal?.throwIfAborted();
      const bead = await beadToWrite(change.id, bd, signal);
      for (const args of commandsFor(bead, change)) await bd(args, signal);
      const { tasks } = snapshotOf(await load(signal));
      const task = tasks.find(({ id }) => id === change.id);
      if (task === undefined) throw unknownTask(change.id, tasks);
      return task;
    },
  };
}

function understood(answer: string): readonly Bead[] {
  const beads = beadsIn(answer);
  if (beads !== null) return beads;
  const hint = "Look at `bd list --json`, and at `bd version`: a newer one may answer otherwise.";
  throw new BacklogError(
    "unreadable",
    fileFault("beads", "not-understood", "The answer of `bd` was not understood.", hint),
  );
}

/* Older versions list only how many dependencies there are: then they are asked for. */
async function withDependencies(beads: readonly Bead[], bd: RunBd, signal?: AbortSignal): Promise<readonly Bead[]> {
  const bare = beads.filter((bead) => bead.dependencies == null && (bead.dependency_count ?? 0) > 0);
  if (bare.length === 0) return beads;
  const shown = understood(await bd(["show", ...bare.map(({ id }) => id), "--json"], signal));
  const known = new Map(shown.map((bead) => [bead.id, bead.dependencies]));
  return beads.map((bead) => (known.has(bead.id) ? { ...bead, dependencies: known.get(bead.id) } : bead));
}

function snapshotOf(beads: readonly Bead[]): BacklogSnapshot {
  const tasks = beadTasks(beads);
  const heldBack = heldBackBy(tasks);
  const unknown = beads.flatMap((bead): readonly BacklogFault[] => {
    if (beadState(bead) !== null || bead.status === "tombstone" || bead.issue_type === "epic") return [];
    const id = tasks.find((task) => task.id === bead.id)?.id;
    const message = `The status ${bead.status} of ${bead.id} is not a known one.`;
    const fault = fileFault(
      `beads:${bead.id}`,
      "unknown-state",
      message,
      `Set another: bd update ${bead.id} --status open.`,
    );
    return [{ ...fault, tasks: id === undefined ? [] : heldBack([id]) }];
  });
  return { tasks, faults: [...unknown, ...dependencyFaults(tasks, heldBack)], revision: "" };
}

async function beadToWrite(id: TaskId, bd: RunBd, signal?: AbortSignal): Promise<Bead> {
  const beads = understood(await bd(["list", "--all", "--limit", "0", "--json"], signal));
  const bead = beads.find((each) => each.id === id);
  if (bead === undefined) throw unknownTask(id, beadTasks(beads));
  return bead;
}

function unknownTask(id: TaskId, tasks: readonly Task[]): BacklogError {
  const near = nearIds(
    id,
    tasks.map((task) => task.id),
  );
  const hint = near.length === 0 ? "`bd list` shows the ids." : `Did you mean ${near.join(", ")}?`;
  return new BacklogError("unknown-task", fileFault("beads", "unknown-task", `beads has no task ${id}.`, hint));
}

const statusOf = {
  todo: "open",
  in_progress: "in_progress",
  blocked: "blocked",
  needs_human: "blocked",
  deferred: "deferred",
};

/* What has to be run for a change; nothing where the issue says so already. */
function commandsFor(bead: Bead, change: StateChange): readonly (readonly string[])[] {
  const note = noteFor(change);
  if (beadState(bead)?.state === change.state && note === "") return [];
  const { state } = change;
  if (state === "done" || state === "cancelled") {
    const reason = note === "" ? "done" : note;
    if (bead.status === "closed" && bead.close_reason === reason) return [];
    return [["close", bead.id, "--reason", reason, "--json"]];
  }
  const notes = notesWith(bead.notes ?? "", note);
  const status = statusOf[state];
  if (bead.status === status && notes === (bead.notes ?? "")) return [];
  const words = notes === (bead.notes ?? "") ? [] : ["--notes", notes];
  return [["update", bead.id, "--status", status, ...words, "--json"]];
}

const notesWith = (notes: string, note: string): string => {
  const written: unknown = JSON.parse(withNote(JSON.stringify(notes), note) ?? '""');
  return typeof written === "string" ? written : "";
};
