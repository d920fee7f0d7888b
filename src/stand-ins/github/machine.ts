import { setTimeout as pause } from "node:timers/promises";
import type { Github } from "./start-github.ts";
import type { CheckPlan } from "./world/world.ts";

/** A new commit of an open pull request: `nth` is how many of that branch were checked before it, and it. */
export interface FreshCommit {
  readonly branch: string;
  readonly commit: string;
  readonly nth: number;
}

/** What a machine finds of a commit; null: nothing yet, it will look again. */
export type Checker = (fresh: FreshCommit) => Promise<readonly CheckPlan[] | null> | readonly CheckPlan[] | null;

/** Checks every new commit of every open pull request, as a machine for continuous integration does, until disposed. */
export function machine(github: Github, check: Checker): AsyncDisposable {
  const over = new AbortController();
  const checked = new Map<string, Set<string>>();
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const { branch, mergedAs } of github.pulls()) {
        const commit = mergedAs === null ? await github.tip(branch) : null;
        const known = checked.get(branch) ?? new Set();
        checked.set(branch, known);
        if (commit === null || known.has(commit)) continue;
        const plans = await check({ branch, commit, nth: known.size + 1 });
        if (plans === null) continue;
        known.add(commit);
        await github.by.check(commit, plans);
      }
      await pause(30);
    }
  };
  const working = work();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await working;
    },
  };
}
