import { expect, test } from "vitest";
import { taskId } from "../../core/task-id.ts";
import type { Checks, Forge, PullRequest } from "../../ports/forge.ts";
import { lookAndMerge } from "./look-and-merge.ts";

const pull = (more: Partial<PullRequest> = {}): PullRequest => ({
  number: 7,
  url: "https://github.example/acme/shop/pull/7",
  title: "feat: one",
  body: "",
  branch: "ab-1-one",
  base: "main",
  state: "open",
  head: "a".repeat(40),
  mergedAs: null,
  mergeable: "yes",
  autoMerge: false,
  ...more,
});

/** A forge on which all is green, and what was done there. */
function greenForge(): { readonly forge: Forge; readonly done: readonly string[] } {
  const done: string[] = [];
  const note = (what: string) => (): Promise<never> => {
    done.push(what);
    throw new Error(`${what} was not to be asked`);
  };
  const green: Checks = { status: "green", failed: [], waiting: [] };
  const forge: Forge = {
    kind: "played",
    access: note("access"),
    find: note("find"),
    open: note("open"),
    look: note("look"),
    checks: () => Promise.resolve(green),
    failureLog: note("failureLog"),
    reviewComments: () => Promise.resolve([]),
    merge: async () => {
      done.push("merge");
      return { kind: "merged", commit: "b".repeat(40) };
    },
    dontMerge: async () => void done.push("dontMerge"),
    dropBranch: note("dropBranch"),
  };
  return { forge, done };
}

const known = (why: string | null) => ({
  task: taskId("AB-1"),
  commentsTold: [],
  branch: "ab-1-one",
  base: "main",
  withheld: () => Promise.resolve(why),
});

test("what people want is merged; what they have cancelled, stopped or taken over is not", async () => {
  const { forge, done } = greenForge();
  expect(await lookAndMerge(forge, pull(), known("AB-1 is not to land: it is cancelled"))).toEqual({
    is: "withheld",
    message: "its pull request #7 is not merged: AB-1 is not to land: it is cancelled",
  });
  expect(done).toEqual([]);
  expect(await lookAndMerge(forge, pull(), known(null))).toMatchObject({ is: "merged" });
});

test("nor by the forge itself, which was asked to before", async () => {
  const { forge, done } = greenForge();
  expect(await lookAndMerge(forge, pull({ autoMerge: true }), known("no"))).toMatchObject({ is: "withheld" });
  expect(done).toEqual(["dontMerge"]);
});

test("what is merged already is merged, whatever is said of its task since", async () => {
  const { forge } = greenForge();
  const merged = pull({ state: "merged", mergedAs: "c".repeat(40) });
  expect(await lookAndMerge(forge, merged, known("no"))).toEqual({ is: "merged", commit: "c".repeat(40) });
});

test.each([
  ["open", "goes into release now, and not into main"],
  ["merged", "was merged into release, and not into main"],
] as const)("one that a person has led to another branch (%s) lands nothing", async (state, words) => {
  const { forge, done } = greenForge();
  expect(await lookAndMerge(forge, pull({ base: "release", state }), known(null))).toEqual({
    is: "closed",
    message: `its pull request #7 ${words}`,
  });
  expect(done).toEqual([]);
});

test.each(["open", "merged"] as const)(
  "one of another branch, named by mistake, is no task's work (%s)",
  async (state) => {
    const { forge, done } = greenForge();
    expect(await lookAndMerge(forge, pull({ branch: "hers", state }), known(null))).toEqual({
      is: "closed",
      message: "pull request #7 is of the branch hers, and not of ab-1-one",
    });
    expect(done).toEqual([]);
  },
);
