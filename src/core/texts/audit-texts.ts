import type { AuditFinding } from "../answer/audit-findings.ts";
import type { Task, TaskId } from "../task.ts";
import { hashOf } from "./hash-of.ts";

/** A task to be made of findings, in the form that backlogs take. */
interface FiledTask {
  readonly stem: string;
  readonly title: string;
  readonly state: "todo";
  readonly body: string;
  readonly acceptance: readonly string[];
  readonly group: string | null;
  readonly parent: TaskId;
  readonly priority: number;
  readonly labels: readonly string[];
}

const urgencies: Readonly<Record<AuditFinding["priority"], number>> = { P0: 1, P1: 2, P2: 3, P3: 4 };

/** A label as a mark near the top of a text, for sources that have no labels. */
const marker = (label: "audit-fix" | "audit-digest"): string => `<!-- ralph: ${label} -->`;

/** The task that one urgent finding becomes. */
export const findingTask = (audit: Task, finding: AuditFinding): FiledTask => ({
  stem: "AUDIT",
  title: finding.title,
  state: "todo",
  body: [
    marker("audit-fix"),
    `Found by the audit ${audit.id} (${finding.priority})${placeOf(finding)}.`,
    ...(finding.body === "" ? [] : [finding.body]),
    markOf(audit, hashOf(`${finding.priority}|${finding.file ?? ""}|${finding.title}`)),
  ].join("\n\n"),
  acceptance: [`what was found is mended, or shown to be none${placeOf(finding)}`],
  group: audit.group,
  parent: audit.id,
  priority: urgencies[finding.priority],
  labels: ["audit-fix"],
});

/** The one task that all findings become which are not urgent. Nobody works it as it is: people take tasks out of it. */
export const digestTask = (audit: Task, findings: readonly AuditFinding[]): FiledTask => ({
  stem: "AUDIT",
  title: `Digest of the audit ${audit.id}: ${findings.length} ${findings.length === 1 ? "finding" : "findings"}`,
  state: "todo",
  body: [
    marker("audit-digest"),
    `What the audit ${audit.id} has found and is not urgent. Make tasks of what is worth one.`,
    ...findings.map(
      (finding) => `- ${lineOf(finding)}${finding.body === "" ? "" : `: ${finding.body.replaceAll(/\s+/g, " ")}`}`,
    ),
    markOf(audit, "digest"),
  ].join("\n\n"),
  acceptance: ["each of them is a task or was found to be none"],
  group: audit.group,
  parent: audit.id,
  priority: urgencies.P3,
  labels: ["audit-digest"],
});

/** What people who follow the audit are told as it is closed. */
export function summaryText(
  findings: readonly AuditFinding[],
  { filed, digest }: { readonly filed: readonly TaskId[]; readonly digest: TaskId | null },
): string {
  if (findings.length === 0) return "Audited: no findings, all of it is clean.";
  const where = [...filed, ...(digest === null ? [] : [`${digest} (digest)`])];
  return [
    `Audited: ${findings.length} ${findings.length === 1 ? "finding" : "findings"}${where.length === 0 ? "" : `, filed as ${where.join(", ")}`}.`,
    "",
    ...findings.map((finding) => `- ${lineOf(finding)}`),
  ].join("\n");
}

const lineOf = (finding: AuditFinding): string => `${finding.priority} ${finding.title}${placeOf(finding)}`;

const placeOf = ({ file, line }: AuditFinding): string =>
  file === null ? "" : `, at \`${file.replaceAll("`", "")}${line === null ? "" : `:${line}`}\``;

const markOf = ({ id }: Task, what: string): string => `\`ralph:finding ${id} ${what}\``;

/** The mark by which a filed task is found again; null in any other text. */
export const markIn = (body: string): string | null => /`ralph:finding \S+ \w+`$/.exec(body.trimEnd())?.[0] ?? null;
