import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { StateFile } from "../text-file.ts";

/** Where execution plans and product documents stand. */
export const activeFolder = "docs/exec-plans/active";
export const completedFolder = "docs/exec-plans/completed";
export const prdFolder = "docs/product-specs";

/**
 * A plan and what goes with it. `waiting`: no workspace was made for it; `workspace`: it has one; `completed`: it was put away;
 * `loose`: a file by itself.
 */
export interface PlanPlace {
  readonly kind: "waiting" | "workspace" | "completed" | "loose";
  /** `0001`; empty for a loose file whose name has no number. */
  readonly id: string;
  readonly name: string;
  readonly plan: StateFile;
  readonly prd: StateFile | null;
  readonly progress: StateFile | null;
}

/** The place that was found, and plans that are as good a choice. */
export interface FoundPlan {
  readonly place: PlanPlace | null;
  readonly others: readonly PlanPlace[];
}

const planName = /^(\d{1,8})_exec_(.+)\.md$/;
const folderName = /^(\d{1,8})_(.+)$/;

/** The folder that a plan's workspace is. */
export const workspaceFolder = ({ id, name }: Pick<PlanPlace, "id" | "name">): string =>
  `${activeFolder}/${id}_${name}`;

/** The branch that a plan's work goes to. */
export const planBranch = ({ id, name }: Pick<PlanPlace, "id" | "name">): string => `ralph/${id}-${name}`;

const fileAt = (root: string, name: string): StateFile => ({ path: join(root, name), name });

/** All plans that a repository has: those with a workspace, those waiting for one, those that were put away; by number each. */
export function plansIn(root: string): readonly PlanPlace[] {
  const active = namesIn(join(root, activeFolder));
  const spaces = active.flatMap((entry) => {
    const [, id, name] = folderName.exec(entry) ?? [];
    if (id === undefined || name === undefined || entry.endsWith(".md") || !isFolder(join(root, activeFolder, entry)))
      return [];
    const place = workspacePlace(root, { id, name });
    return existsSync(place.plan.path) ? [place] : [];
  });
  const waiting = active.flatMap((entry) => placeOf(root, entry, "waiting"));
  const completed = namesIn(join(root, completedFolder)).flatMap((entry) => placeOf(root, entry, "completed"));
  return [...spaces.toSorted(byNumber), ...waiting.toSorted(byNumber), ...completed.toSorted(byNumber)];
}

const byNumber = (a: PlanPlace, b: PlanPlace): number => Number(a.id) - Number(b.id) || (a.name < b.name ? -1 : 1);

/** The workspace of a plan, whether it is there or not. */
export function workspacePlace(root: string, { id, name }: Pick<PlanPlace, "id" | "name">): PlanPlace {
  const folder = workspaceFolder({ id, name });
  return {
    kind: "workspace",
    id,
    name,
    plan: fileAt(root, `${folder}/${id}_exec_${name}.md`),
    prd: fileAt(root, `${folder}/${id}_prd_${name}.md`),
    progress: fileAt(root, `${folder}/progress.txt`),
  };
}

function placeOf(root: string, entry: string, kind: "waiting" | "completed"): readonly PlanPlace[] {
  const [, id, name] = planName.exec(entry) ?? [];
  if (id === undefined || name === undefined) return [];
  const folder = kind === "waiting" ? activeFolder : completedFolder;
  return [
    {
      kind,
      id,
      name,
      plan: fileAt(root, `${folder}/${entry}`),
      prd: fileAt(root, `${prdFolder}/${id}_prd_${name}.md`),
      progress: null,
    },
  ];
}

/**
 * The plan that is meant: the named one (a file, also where it has moved to since, or a number), else the first that has a
 * workspace, else the first that waits for one, else the last that was put away.
 */
export function findPlan(root: string, named: string | null): FoundPlan {
  const all = plansIn(root);
  if (named !== null) return { place: namedPlace(root, named, all), others: [] };
  const active = all.filter(({ kind }) => kind === "workspace" || kind === "waiting");
  const [first, ...others] = active;
  return first === undefined ? { place: all.at(-1) ?? null, others: [] } : { place: first, others };
}

/** Finds the plan anew each time; once one has been found it stays the one that is meant, though others are active as well. */
export function planFinder(root: string, named: string | null): () => FoundPlan {
  let meant: string | null = null;
  return () => {
    const first = findPlan(root, named);
    if (named !== null || first.place === null) return first;
    meant ??= first.place.id;
    if (first.place.id === meant) return first;
    const { place } = findPlan(root, meant);
    return place === null ? first : { place, others: [] };
  };
}

function namedPlace(root: string, named: string, all: readonly PlanPlace[]): PlanPlace | null {
  const exact = all.find(({ plan }) => plan.name === named);
  if (exact !== undefined) return exact;
  if (existsSync(join(root, named)) && !isFolder(join(root, named))) return loosePlace(root, named);
  const number = /^\d{1,8}$/.test(named) ? Number(named) : null;
  return (
    all.find(({ id, plan }) => (number === null ? basename(plan.name) === basename(named) : Number(id) === number)) ??
    null
  );
}

function loosePlace(root: string, named: string): PlanPlace {
  const [, id, name] = planName.exec(basename(named)) ?? [];
  const beside =
    id === undefined || name === undefined ? null : join(dirname(named), `${id}_prd_${name}.md`).split("\\").join("/");
  const hasPrd = beside !== null && existsSync(join(root, beside));
  return {
    kind: "loose",
    id: id ?? "",
    name: name ?? "",
    plan: fileAt(root, named),
    prd: hasPrd ? fileAt(root, beside) : null,
    progress: null,
  };
}

/** True for a path that is one of a plan's, wherever it stands at the moment. */
export function isPlanPath({ id, name, plan, prd }: PlanPlace, path: string): boolean {
  if (path === plan.name || path === prd?.name) return true;
  if (id === "" || name === "") return false;
  const files = [
    `${activeFolder}/${id}_exec_${name}.md`,
    `${completedFolder}/${id}_exec_${name}.md`,
    `${prdFolder}/${id}_prd_${name}.md`,
  ];
  return files.includes(path) || path.startsWith(`${workspaceFolder({ id, name })}/`);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
