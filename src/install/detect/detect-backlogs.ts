import type { SourceKind } from "../../core/policy.ts";
import type { Glimpse } from "./glimpse.ts";

/** A backlog that is there already. `settings` are the keys of `.ralphrc` by which a run takes it; empty where it does anyway. */
export interface FoundBacklog {
  readonly path: string;
  readonly source: SourceKind;
  readonly settings: Readonly<Record<string, string>>;
}

interface Place {
  readonly path: string;
  /** For a folder: there is a backlog where one of its folders has a file of this name. */
  readonly holds?: string;
  readonly source: SourceKind;
  readonly settings: Readonly<Record<string, string>>;
}

/** Where backlogs lie, the one to take first. */
const places: readonly Place[] = [
  { path: ".ralph/fix_plan.md", source: "file", settings: {} },
  { path: ".ralph/@fix_plan.md", source: "file", settings: { RALPH_PLAN_FILE: ".ralph/@fix_plan.md" } },
  { path: "fix_plan.md", source: "file", settings: { RALPH_PLAN_FILE: "fix_plan.md" } },
  { path: "@fix_plan.md", source: "file", settings: { RALPH_PLAN_FILE: "@fix_plan.md" } },
  { path: "tasks/index.yaml", source: "task-index", settings: { RALPH_SOURCE: "task-index" } },
  { path: "docs/exec-plans/active", source: "exec-plan", settings: { RALPH_SOURCE: "exec-plan" } },
  { path: "prd.json", source: "prd-json", settings: { RALPH_SOURCE: "prd-json" } },
  {
    path: "scripts/ralph/prd.json",
    source: "prd-json",
    settings: { RALPH_SOURCE: "prd-json", RALPH_PLAN_FILE: "scripts/ralph/prd.json" },
  },
  { path: ".taskmaster/tasks/tasks.json", source: "taskmaster", settings: { RALPH_SOURCE: "taskmaster" } },
  { path: ".beads", source: "beads", settings: { RALPH_SOURCE: "beads" } },
  { path: "specs", holds: "tasks.md", source: "speckit", settings: { RALPH_SOURCE: "speckit" } },
  { path: "openspec/changes", holds: "tasks.md", source: "speckit", settings: { RALPH_SOURCE: "speckit" } },
  { path: "docs/exec-plans/completed", source: "exec-plan", settings: { RALPH_SOURCE: "exec-plan" } },
];

/** The backlogs that a repository has, the one to take first. */
export const detectBacklogs = (glimpse: Glimpse): readonly FoundBacklog[] =>
  places.flatMap(({ path, holds, source, settings }) => {
    const isThere =
      holds === undefined
        ? glimpse.has(path)
        : glimpse.inside(path).some((name) => glimpse.has(`${path}/${name}/${holds}`));
    return isThere ? [{ path, source, settings }] : [];
  });
