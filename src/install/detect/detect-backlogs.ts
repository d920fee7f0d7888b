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
  { path: "docs/exec-plans/completed", source: "exec-plan", settings: { RALPH_SOURCE: "exec-plan" } },
];

/** The backlogs that a repository has, the one to take first. */
export const detectBacklogs = (glimpse: Glimpse): readonly FoundBacklog[] =>
  places.filter(({ path }) => glimpse.has(path));
