import type { Task } from "../task.ts";

/** How far into a task's text a marker counts as a label. */
const markerReach = 500;

/** Its labels, in lower case, and those that a marker at the beginning of its text stands for: `<!-- ralph: LABEL -->`. */
export function labelsAndMarkers({ labels, body }: Pick<Task, "labels" | "body">): readonly string[] {
  const named = labels.map((label) => label.trim().toLowerCase());
  const start = body.slice(0, markerReach);
  if (!start.includes("<!--")) return named;
  const markers = [...start.matchAll(/<!--\s*ralph:\s*([a-z][a-z0-9:_-]*)\s*-->/gi)].map(([, name]) => name ?? "");
  return [...named, ...markers.map((name) => name.toLowerCase())];
}

/** Many findings in one: nobody's task as they are. */
const bundles = ["not-implementable", "audit-digest"];

const readOnly = "audit-readonly";

/** Whether a task is an audit: it is looked at and changes nothing. */
export const isReadOnlyAudit = (task: Pick<Task, "labels" | "body">): boolean =>
  labelsAndMarkers(task).includes(readOnly);

/** Why a task can't be picked because of what an audit has put on it; null where it can. An audit run works audits alone. */
export function auditHindrance(task: Pick<Task, "labels" | "body">, isAuditRun: boolean): string | null {
  // Most tasks have neither; this is asked of thousands.
  const isBare = task.labels.length === 0 && !task.body.slice(0, markerReach).includes("<!--");
  const names = isBare ? [] : labelsAndMarkers(task);
  const bundle = names.find((name) => bundles.includes(name));
  if (bundle !== undefined) return `it is a bundle of findings (${bundle}), not one task`;
  if (names.includes(readOnly)) return isAuditRun ? null : "it is a read-only audit (worked only with --audit)";
  return isAuditRun ? "it is no audit, and this is an audit run" : null;
}
