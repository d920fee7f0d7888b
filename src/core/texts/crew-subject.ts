import type { Change } from "../fact.ts";
import type { Task } from "../task.ts";
import { type CommitType, commitTypes } from "./commit-message.ts";

/** What a crew's commit is named by. */
export interface CommitGrounds {
  readonly task: Pick<Task, "title" | "labels">;
  readonly changes: readonly Pick<Change, "path">[];
  /** Scopes that may be used; empty: none is needed. */
  readonly scopes: readonly string[];
}

/**
 * The subject of the commit that lands a crew's task: `<type>(<scope>): <title>`. The type is what title or labels say, else what
 * the changed files are; a scope is a label, or the part of a path, that is on the list.
 */
export function crewSubject({ task, changes, scopes }: CommitGrounds): string {
  const said = /^(?<type>[a-z]+)(?:\((?<scope>[\w./-]+)\))?!?:\s*(?<words>\S.*)$/i.exec(task.title.trim())?.groups;
  const own = commitTypes.find((type) => type === said?.["type"]?.toLowerCase());
  const paths = changes.map((change) => change.path);
  const type = own ?? labelled(task.labels) ?? byFiles(paths);
  const scope = own === undefined ? undefined : allowed(said?.["scope"], scopes);
  const chosen = scope ?? scopeOf(task.labels, paths, scopes);
  const words = plain(own === undefined ? task.title : (said?.["words"] ?? task.title));
  return `${type}${chosen === undefined ? "" : `(${chosen})`}: ${words}`;
}

const byLabel: Readonly<Record<string, CommitType>> = {
  bug: "fix",
  fix: "fix",
  test: "test",
  tests: "test",
  docs: "docs",
  documentation: "docs",
  refactor: "refactor",
  refactoring: "refactor",
  chore: "chore",
  ci: "ci",
};

const labelled = (labels: readonly string[]): CommitType | undefined =>
  labels.map((label) => byLabel[label.toLowerCase()]).find((type) => type !== undefined);

function byFiles(paths: readonly string[]): CommitType {
  if (paths.length === 0) return "chore";
  if (paths.every((path) => /^docs\/|\.(?:md|mdx|rst|txt)$/i.test(path))) return "docs";
  if (paths.every((path) => /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.[a-z]+$/i.test(path)))
    return "test";
  return paths.every((path) => /^\.(?:github|gitlab|circleci)\//i.test(path)) ? "ci" : "feat";
}

function scopeOf(labels: readonly string[], paths: readonly string[], scopes: readonly string[]): string | undefined {
  const byPath = scopes
    .map((scope) => ({ scope, files: paths.filter((path) => path.split("/").includes(scope)).length }))
    .filter(({ files }) => files > 0)
    .toSorted((one, other) => other.files - one.files);
  return labels.map((label) => allowed(label, scopes)).find((scope) => scope !== undefined) ?? byPath[0]?.scope;
}

/* Without a list a scope that the title itself names may stand. */
const allowed = (scope: string | undefined, scopes: readonly string[]): string | undefined =>
  scopes.length === 0 ? undefined : scopes.find((one) => one.toLowerCase() === scope?.toLowerCase());

const plain = (title: string): string => {
  const words = title
    .replaceAll(/[`*_~]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words === "" ? "work on the task" : words;
};
