import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../system/atomic-file.ts";
import { markdownLines } from "../markdown-lines.ts";
import { spliced } from "../splice.ts";
import { isComplete, stateOf } from "./derived.ts";
import { completedFolder, type PlanPlace, plansIn, prdFolder, workspaceFolder, workspacePlace } from "./find-plan.ts";
import { readPlan } from "./read-plan.ts";
import { readPrd } from "./read-prd.ts";

/** How a plan's workspace stands: it can be made, it is there, it was put away, or neither, with what is wrong and what to do. */
export type WorkspaceState =
  | { readonly kind: "waiting"; readonly from: PlanPlace; readonly to: PlanPlace }
  | { readonly kind: "ready" | "completed"; readonly place: PlanPlace }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string };

const refused = (message: string, hint: string): WorkspaceState => ({ kind: "refused", message, hint });

/** Looks at the plan with a number and its workspace; changes nothing. */
export function inspectWorkspace(root: string, number: string): WorkspaceState {
  const same = plansIn(root).filter(({ id }) => Number(id) === Number(number));
  const [place] = same;
  if (place === undefined)
    return refused(
      `There is no execution plan ${number}.`,
      "Plans are kept in docs/exec-plans/active as NNNN_exec_NAME.md.",
    );
  if (place.kind === "completed") return { kind: "completed", place };
  const names = new Set(same.map(({ name }) => name));
  if (names.size > 1)
    return refused(
      `Several plans have the number ${place.id}: ${[...names].join(", ")}.`,
      "Give each a number of its own.",
    );
  const folder = workspaceFolder(place);
  const found = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : null;
  const wanted = workspacePlace(root, place);
  if (found === null) return waitingState(root, place, wanted);
  const own = [wanted.plan, wanted.prd, wanted.progress].flatMap((file) =>
    file === null ? [] : [file.name.slice(folder.length + 1)],
  );
  const missing = own.filter((name) => !found.includes(name));
  const foreign = found.filter((name) => !own.includes(name) && !name.startsWith("."));
  if (foreign.length > 0)
    return refused(
      `${folder} holds files that do not belong to a workspace: ${foreign.join(", ")}.`,
      "Move them away, or the folder.",
    );
  if (missing.length > 0 || same.some(({ kind }) => kind === "waiting"))
    return refused(
      `${folder} is half a workspace${missing.length > 0 ? `: ${missing.join(", ")} is missing` : ", and the plan is beside it as well"}.`,
      "Put back what is missing (git status shows it), or remove the folder and start again.",
    );
  return { kind: "ready", place: wanted };
}

/** The prerequisites of a workspace: a product document with statuses, and a plan of which nothing was begun. */
function waitingState(root: string, from: PlanPlace, to: PlanPlace): WorkspaceState {
  const { prd } = from;
  if (prd === null || !existsSync(prd.path))
    return refused(
      `The product document of plan ${from.id} is missing: ${prd?.name ?? prdFolder}.`,
      "Write it, with user stories that have a status and criteria.",
    );
  const bare = readPrd(readFileSync(prd.path, "utf8")).stories.filter(({ status }) => status === null);
  if (bare.length > 0)
    return refused(
      `${prd.name}: these stories have no line \`**Status:** …\`: ${bare.map(({ title }) => title).join("; ")}.`,
      "Give each the status pending.",
    );
  const { increments } = readPlan(readFileSync(from.plan.path, "utf8"));
  if (increments.length === 0)
    return refused(
      `${from.plan.name} has no increment.`,
      "Write each under a heading such as `### Increment 01 — title`.",
    );
  const begun = increments.filter((increment) => increment.status === null || stateOf(increment) !== "todo");
  if (begun.length > 0)
    return refused(
      `${from.plan.name}: not every increment is pending: ${begun.map(({ number }) => number).join(", ")}.`,
      "Set them to pending, or finish what was begun by hand.",
    );
  return { kind: "waiting", from, to };
}

/** Makes the workspace: the document is copied, the plan moved, the log begun. What it has done is undone where it fails. */
export async function makeWorkspace(from: PlanPlace, to: PlanPlace): Promise<void> {
  const folder = dirname(to.plan.path);
  mkdirSync(folder);
  try {
    if (from.prd !== null && to.prd !== null) cpSync(from.prd.path, to.prd.path);
    if (to.progress !== null) await replaceFile(to.progress.path, "");
    renameSync(from.plan.path, to.plan.path);
  } catch (error) {
    unmakeWorkspace(from, to);
    throw error;
  }
}

/** Takes a workspace back that nothing was worked in. */
export function unmakeWorkspace(from: PlanPlace, to: PlanPlace): void {
  if (existsSync(to.plan.path) && !existsSync(from.plan.path)) renameSync(to.plan.path, from.plan.path);
  rmSync(dirname(to.plan.path), { recursive: true, force: true });
}

/** The texts of a plan's own gates, each once, in the order of the increments. */
export const gateCommandsOf = (place: PlanPlace): readonly string[] => [
  ...new Set(readPlan(readFileSync(place.plan.path, "utf8")).increments.flatMap(({ gate }) => gate)),
];

/** Why a workspace can't be put away yet; null where it can. */
export function notComplete(place: PlanPlace): string | null {
  const plan = readPlan(readFileSync(place.plan.path, "utf8"));
  if (isComplete(plan)) return null;
  const open = plan.increments.filter(
    (increment) => stateOf(increment) !== "done" && stateOf(increment) !== "cancelled",
  );
  return open.length > 0
    ? `these increments are not done: ${open.map(({ number }) => number).join(", ")}`
    : "a milestone or the overall status is not done";
}

/**
 * Puts a complete workspace away: the document goes back with its boxes and as complete, the plan to the completed ones, log and
 * folder go. The plan moves last, so that a call that was killed is done again by the next.
 */
export async function archiveWorkspace(root: string, place: PlanPlace): Promise<void> {
  const { id, name, plan, prd, progress } = place;
  if (prd !== null && existsSync(prd.path)) {
    mkdirSync(join(root, prdFolder), { recursive: true });
    await replaceFile(
      join(root, prdFolder, `${id}_prd_${name}.md`),
      withDocumentStatus(readFileSync(prd.path, "utf8"), "complete"),
    );
    rmSync(prd.path);
  }
  if (progress !== null) rmSync(progress.path, { force: true });
  mkdirSync(join(root, completedFolder), { recursive: true });
  renameSync(plan.path, join(root, completedFolder, `${id}_exec_${name}.md`));
  rmSync(dirname(plan.path), { recursive: true, force: true });
}

/** The product document with another status of its own; with a line for it below its title where it had none. */
export function withDocumentStatus(text: string, status: string): string {
  const own = readPrd(text).status;
  if (own !== null)
    return spliced(text, [{ start: own.start, end: own.end, text: own.value === "" ? ` ${status}` : status }]);
  const lines = markdownLines(text);
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const title = lines.find((line) => /^#[ \t]/.test(line.text) && line.place === "text");
  const at = title?.next ?? lines[0]?.start ?? 0;
  const lead = title === undefined ? "" : title.next === title.end ? eol + eol : eol;
  return spliced(text, [
    { start: at, end: at, text: `${lead}**Status:** ${status}${eol}${title === undefined ? eol : ""}` },
  ]);
}
