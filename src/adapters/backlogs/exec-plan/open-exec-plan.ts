import type { Task } from "../../../core/task.ts";
import {
  type Annotation,
  type Backlog,
  type BacklogChanges,
  BacklogError,
  type BacklogFault,
  type BacklogSnapshot,
  type Settlement,
  type StateChange,
} from "../../../ports/backlog.ts";
import { changeFiles, type FileChange, finishPending, isPending, textOrNull } from "../change-files.ts";
import { nearIds } from "../near-ids.ts";
import { fileFault, readText, type StateFile } from "../text-file.ts";
import { changedDocuments, derivedDocuments, type Documents } from "./change-plan.ts";
import { type ExecContent, execFaults, noIncrementsError, noPlanError } from "./exec-faults.ts";
import { readRevision, revisionOf } from "./exec-revision.ts";
import { execTasks, incrementId, incrementWith } from "./exec-tasks.ts";
import { activeFolder, type FoundPlan, isPlanPath, planBranch, planFinder, type PlanPlace } from "./find-plan.ts";
import { progressText, withEntry } from "./progress-log.ts";
import { type ExecPlan, type Increment, readPlan } from "./read-plan.ts";
import { readPrd } from "./read-prd.ts";
import { planChanges, settlePlan } from "./settle-plan.ts";
import { archiveWorkspace, notComplete } from "./workspace-files.ts";

/** Which plan is meant, and how it is read. */
export interface ExecPlanOptions {
  /** The repository's root, absolute. */
  readonly root: string;
  /** A plan's file relative to the root, or its number; null: the first that is active. */
  readonly named: string | null;
  /** The plan is read and written by itself: its product document is neither looked at nor missed. */
  readonly alone: boolean;
}

/**
 * An execution plan as a backlog: one task an increment, its criteria in the product document. What follows from the increments
 * (milestones, overall status, current increment, stories) is kept right with every change. The plan may move while it is
 * open, to its workspace and out of it: it is looked for anew each time.
 */
export function openExecPlan(
  options: ExecPlanOptions,
): Backlog & Required<Pick<Backlog, "compare" | "settle" | "replace" | "annotate" | "repair" | "carries" | "finish">> {
  const { root, alone } = options;
  const find = planFinder(root, options.named);
  const nearest = () => find().place;
  const found = () => foundPlan(options, find());
  const content = (signal?: AbortSignal) => contentOf(found(), alone, signal);
  return {
    kind: "exec-plan",
    get files() {
      return filesOf(nearest(), alone);
    },
    get log() {
      return alone ? null : (nearest()?.progress?.name ?? null);
    },
    get planBranch() {
      const place = nearest();
      return place === null || place.kind === "loose" ? null : planBranch(place);
    },
    carries: (path) => {
      const place = nearest();
      return place !== null && !alone && isPlanPath(place, path);
    },
    async load(signal): Promise<BacklogSnapshot> {
      const read = await content(signal);
      const tasks = execTasks(read.place, read.plan, read.prd);
      return { tasks, faults: execFaults(read, tasks), revision: revisionOf(read) };
    },
    setState: async (change, signal) => setState(found().place, change, signal),
    async compare(before, signal): Promise<BacklogChanges> {
      const { place, plan } = await content(signal);
      return planChanges(place, readRevision(before), plan.text);
    },
    settle: async (before, settlement, signal) => settle(found().place, before, settlement, signal),
    async replace(text, signal) {
      const { place } = found();
      await changeFiles(place.plan, () => changesTo(place, readRevision(text)), signal);
    },
    annotate: async (annotation, signal) => annotate(found().place, annotation, signal),
    repair: (signal) => repair(options, find, signal),
    async finish(signal): Promise<string | null> {
      const place = nearest();
      const isOurs = place?.kind === "workspace" || place?.kind === "completed";
      if (place === null || !isOurs) return null;
      // What follows from the increments may stand otherwise since a person has written there.
      if (place.kind === "workspace") await repair(options, find, signal);
      if (notComplete(place) !== null) return null;
      if (place.kind === "workspace") await archiveWorkspace(root, place);
      return `archive plan ${place.id}`;
    },
  };
}

function foundPlan({ named, alone }: ExecPlanOptions, { place, others }: FoundPlan): Found {
  if (place === null) throw noPlanError(named);
  return { place: alone ? { ...place, prd: null, progress: null } : place, others };
}

function filesOf(place: PlanPlace | null, alone: boolean): readonly string[] {
  if (place === null) return [activeFolder];
  const files = alone ? [place.plan] : [place.plan, place.prd, place.progress];
  return files.flatMap((file) => (file === null ? [] : [file.name]));
}

async function repair(
  options: ExecPlanOptions,
  find: () => FoundPlan,
  signal?: AbortSignal,
): Promise<readonly BacklogFault[]> {
  const { place } = foundPlan(options, find());
  const faults = async (): Promise<readonly BacklogFault[]> => {
    const content = await contentOf(foundPlan(options, find()), options.alone, signal);
    return execFaults(content, execTasks(content.place, content.plan, content.prd));
  };
  const before = await faults();
  await changeFiles(
    place.plan,
    async () => changesTo(place, derivedDocuments(await documentsOf(place, signal))),
    signal,
  );
  const left = new Set((await faults()).map(({ code, message }) => `${code} ${message}`));
  return before.filter(({ code, message }) => !left.has(`${code} ${message}`));
}

interface Found {
  readonly place: PlanPlace;
  readonly others: readonly PlanPlace[];
}

/* A writer at work shows one document before the other: then they are read again. */
async function contentOf({ place, others }: Found, alone: boolean, signal?: AbortSignal): Promise<ExecContent> {
  for (let attempt = 0; ; attempt++) {
    await finishPending(place.plan, signal);
    const documents = await documentsOf(place, signal);
    const progress = place.progress === null ? null : await textOrNull(place.progress, signal);
    const isSteady = !isPending(place.plan) && (await readText(place.plan, signal)) === documents.plan;
    if (!isSteady && attempt < 5) continue;
    const plan = readPlan(documents.plan);
    if (plan.increments.length === 0) throw noIncrementsError(place.plan.name);
    return { place, others, alone, plan, prd: documents.prd === null ? null : readPrd(documents.prd), progress };
  }
}

async function documentsOf(place: PlanPlace, signal?: AbortSignal): Promise<Documents> {
  return {
    plan: await readText(place.plan, signal),
    prd: place.prd === null ? null : await textOrNull(place.prd, signal),
  };
}

/** The edits that make the documents say these texts; those that are null stay as they are. */
async function changesTo(
  place: PlanPlace,
  texts: Documents & { readonly progress?: string | null },
): Promise<readonly FileChange[]> {
  const pairs: readonly (readonly [StateFile | null, string | null])[] = [
    [place.prd, texts.prd],
    [place.progress, texts.progress ?? null],
    [place.plan, texts.plan],
  ];
  const changes: FileChange[] = [];
  for (const [file, after] of pairs)
    if (file !== null && after !== null) changes.push({ file, before: await textOrNull(file), after });
  return changes;
}

async function setState(place: PlanPlace, change: StateChange, signal?: AbortSignal): Promise<Task> {
  await changeFiles(
    place.plan,
    async () => {
      const documents = await documentsOf(place, signal);
      const increment = incrementToWrite(place, readPlan(documents.plan), change.id);
      return changesTo(place, changedDocuments(documents, increment.number, change));
    },
    signal,
  );
  const { plan, prd } = await documentsOf(place, signal);
  const read = readPlan(plan);
  const { number } = incrementToWrite(place, read, change.id);
  const task = execTasks(place, read, prd === null ? null : readPrd(prd)).find(
    ({ id }) => id === incrementId(place, number),
  );
  if (task === undefined) throw new Error(`${place.plan.name} was written, but has no increment ${number}.`);
  return task;
}

function incrementToWrite(place: PlanPlace, plan: ExecPlan, id: string): Increment {
  const same = incrementWith(place, plan, id);
  const [increment] = same;
  const { name } = place.plan;
  if (increment === undefined) {
    const near = nearIds(
      id,
      plan.increments.map(({ number }) => incrementId(place, number)),
    );
    const hint = near.length === 0 ? "`ralph plan list` shows the ids." : `Did you mean ${near.join(", ")}?`;
    throw new BacklogError("unknown-task", fileFault(name, "unknown-task", `${name} has no increment ${id}.`, hint));
  }
  if (same.length === 1) return increment;
  const lines = same.map(({ line }) => line).join(", ");
  const fault = fileFault(
    name,
    "duplicate-id",
    `Increment ${increment.number} appears more than once in ${name} (lines ${lines}).`,
    "Give each a number of its own first.",
  );
  throw new BacklogError("unwritable", { ...fault, line: increment.line });
}

async function settle(
  place: PlanPlace,
  before: string,
  settlement: Settlement,
  signal?: AbortSignal,
): Promise<BacklogChanges> {
  const revision = readRevision(before);
  let putBack: BacklogChanges | null = null;
  await changeFiles(
    place.plan,
    async () => {
      const now: Documents = {
        plan: (await textOrNull(place.plan)) ?? "",
        prd: place.prd === null ? null : await textOrNull(place.prd),
      };
      const settled = settlePlan(place, revision, now, settlement);
      putBack ??= settled.putBack;
      return changesTo(place, { ...settled.documents, progress: revision.progress });
    },
    signal,
  );
  return putBack ?? planChanges(place, revision, revision.plan);
}

/* Questions to a person stand in the increment's status; a log there is only in a workspace. */
async function annotate(place: PlanPlace, annotation: Annotation, signal?: AbortSignal): Promise<boolean> {
  const { progress } = place;
  if (annotation.kind !== "progress" || progress === null) return false;
  await changeFiles(
    place.plan,
    async () => {
      const increment = incrementToWrite(place, readPlan(await readText(place.plan, signal)), annotation.id);
      const before = await textOrNull(progress, signal);
      return [{ file: progress, before, after: withEntry(before ?? "", progressText(increment, annotation.entry)) }];
    },
    signal,
  );
  return true;
}
