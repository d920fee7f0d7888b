import { expect, test } from "vitest";
import type { PullRequest } from "../../ports/forge.ts";
import type { CommitView } from "../../ports/workspace.ts";
import { holdsWork } from "./holds-work.ts";

/** A history in which `base` is what all begins with; each commit stands for what it is made on, and for its files. */
const commits: Readonly<
  Record<string, { readonly on: readonly string[]; readonly files: Readonly<Record<string, string>> }>
> = {
  base: { on: [], files: { plan: "open" } },
  work: { on: ["base"], files: { plan: "done", a: "1" } },
  more: { on: ["work"], files: { plan: "done", a: "1", b: "hers" } },
  newer: { on: ["base"], files: { plan: "open", c: "2" } },
  rebased: { on: ["newer"], files: { plan: "open", a: "1", c: "2" } },
  other: { on: ["base"], files: { plan: "open", b: "hers" } },
};

const reached = (name: string): readonly string[] => [name, ...(commits[name]?.on ?? []).flatMap(reached)];
const view = (sha: string): CommitView =>
  ({ sha, subject: sha, body: "", trailers: {}, author: "", at: 0 }) as CommitView;

const place = {
  repository: { defaultBranch: "base" },
  backlog: { files: ["plan"] },
  workspace: {
    isCommit: async (name: string) => name in commits,
    commitsBetween: async (from: string, to: string) =>
      reached(to)
        .filter((name) => !reached(from).includes(name))
        .map(view),
    forkPoint: async () => "base",
    changes: async () => [
      { path: "plan", kind: "modified" as const },
      { path: "a", kind: "added" as const },
    ],
    textAt: async (at: string, path: string) => commits[at]?.files[path] ?? null,
  },
};

const pullAt = (head: string): PullRequest => ({
  number: 7,
  url: "",
  title: "",
  body: "",
  branch: "ab-1",
  base: "main",
  state: "open",
  head,
  mergedAs: null,
  mergeable: "yes",
  autoMerge: false,
});

test.each([
  ["as it was offered", "work", true],
  ["with a commit of somebody's on top", "more", true],
  ["rebased", "rebased", true],
  ["pushed over by other work", "other", false],
  ["that nobody can look at here", "unknown", true],
])("a pull request %s holds the work or not", async (_how, head, holds) => {
  expect(await holdsWork(pullAt(head), "work", place, { fetch: async () => null })).toBe(holds);
});

test("of work that an earlier run has offered nothing is known", async () => {
  expect(await holdsWork(pullAt("other"), null, place, { fetch: async () => null })).toBe(true);
});
