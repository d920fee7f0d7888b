import type { FoundBacklog } from "./detect/detect-backlogs.ts";
import type { Project } from "./detect/detect-project.ts";
import { isWritten, type Placement } from "./plan-install.ts";

/** What looking around has come to. */
export interface Seen {
  readonly project: Project;
  readonly backlogs: readonly FoundBacklog[];
  /** Agent programs on this machine. */
  readonly agents: readonly string[];
}

/** What was found, for people. */
export function seenText({ project, backlogs, agents }: Seen): string {
  const languages = project.languages.map(({ name, packageManager }) =>
    packageManager === null ? name : `${name} (${packageManager})`,
  );
  const checks = project.checks.map(({ command, from }) => `${command}  (${from})`);
  return [
    "Found",
    row("language", languages.join(", ") || "none that is known"),
    ...(checks.length === 0
      ? [row("checks", "none")]
      : checks.map((check, at) => row(at === 0 ? "checks" : "", check))),
    row("backlog", backlogs.map(({ path }) => path).join(", ") || "none yet"),
    row("agents", agents.join(", ") || "none on PATH"),
    "",
    "",
  ].join("\n");
}

const row = (name: string, value: string): string => `  ${name.padEnd(10)}${value}`;

const marks: Readonly<Record<Placement["state"], string>> = { new: "+", changed: "~", same: "=", kept: "=" };

/** What will be written, or was, and what stays, for people. */
export function placementsText(placements: readonly Placement[], tense: "will" | "done"): string {
  const written = placements.filter(isWritten);
  const kept = placements.filter(({ state }) => state === "kept");
  const width = Math.max(...placements.map(({ path }) => path.length));
  const line = ({ path, state, note }: Placement): string => `  ${marks[state]} ${path.padEnd(width)}  ${note}`;
  return [
    ...(written.length === 0
      ? []
      : [tense === "will" ? "To be written (+ new, ~ changed)" : "Written", ...written.map(line), ""]),
    ...(kept.length === 0 ? [] : ["Kept as it is", ...kept.map(line), ""]),
    "",
  ].join("\n");
}

/** What to do after init, in the order in which to do it. */
export function nextSteps(placements: readonly Placement[], gate: readonly string[], agent: string | null): string {
  const written = placements.filter(isWritten).map(({ path }) => path.split("/")[0] ?? path);
  const [plan] = placements;
  const isOwnPlan = plan?.state === "kept";
  const steps = [
    ...(isOwnPlan ? [] : [`write your tasks into ${plan?.path ?? ".ralph/fix_plan.md"}`]),
    ...(gate.length > 0 ? [] : ["name what proves that work is right: RALPH_GATE in .ralphrc"]),
    ...(agent !== null ? [] : ["install an agent program, such as Claude Code, and log in there"]),
    ...(written.length === 0
      ? []
      : [`git add ${[...new Set(written)].join(" ")} && git commit -m "chore: set ralph up"`]),
    "ralph doctor       says whether everything is in place",
    "ralph run --once   works the first task, and stops",
  ];
  return `Next\n${steps.map((step, at) => `  ${at + 1}. ${step}`).join("\n")}\n`;
}
