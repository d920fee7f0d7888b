import type { FoundBacklog } from "./detect/detect-backlogs.ts";
import type { Project } from "./detect/detect-project.ts";
import { isWritten, type Placement } from "./placement.ts";

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
  const rows = (told: readonly Placement[]): readonly Row[] => gathered(told);
  const width = Math.max(...[...rows(written), ...rows(kept)].map(({ path }) => path.length));
  const line = ({ path, state, note }: Row): string => `  ${marks[state]} ${path.padEnd(width)}  ${note}`;
  return [
    ...(written.length === 0
      ? []
      : [tense === "will" ? "To be written (+ new, ~ changed)" : "Written", ...rows(written).map(line), ""]),
    ...(kept.length === 0 ? [] : ["Kept as it is", ...rows(kept).map(line), ""]),
    "",
  ].join("\n");
}

type Row = Pick<Placement, "path" | "state" | "note">;

/** One line for files of a group that the same becomes of, where they are more than two; else a line for each. */
function gathered(placements: readonly Placement[]): readonly Row[] {
  const groups = Map.groupBy(placements, ({ path, state, note, group }) =>
    group === undefined ? path : `${group.path} ${group.many} ${state} ${note}`,
  );
  return [...groups.values()].flatMap((members): readonly Row[] => {
    const [{ group, state } = { group: undefined, state: "same" as const }] = members;
    if (group === undefined || members.length < 3) return members;
    const why = state === "kept" ? `: ${members[0]?.note ?? ""}` : "";
    return [{ path: group.path, state, note: `${members.length} ${group.many}${why}` }];
  });
}

/** What to do after init, in the order in which to do it. */
export function nextSteps(placements: readonly Placement[], gate: readonly string[], agent: string | null): string {
  const written = placements
    .filter((placement) => isWritten(placement) && placement.isLocal !== true)
    .map(({ path }) => path.split("/")[0] ?? path);
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
