import type { Change, Fact } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import { gateFileKind } from "../../guard/tests/gate-files.ts";
import { hasKnownTests, type WeakenedTest, weakenedTests } from "../../guard/tests/weakened-tests.ts";
import { asideOf } from "../aside.ts";
import type { Tools } from "../tools.ts";
import type { Content } from "./tree-content.ts";

/** What an iteration did to the tests and to what else the gate reads. `kept`: the fact about what was put back. */
export interface TestsJudged {
  readonly gateFiles: readonly string[];
  readonly weakened: readonly WeakenedTest[];
  readonly refused: boolean;
  readonly kept: readonly Fact[];
}

const untouched: TestsJudged = { gateFiles: [], weakened: [], refused: false, kept: [] };

/** More files than this are no edit of tests any more but a move of all of them; reading each would take too long. */
const mostFiles = 40;

/** Rust keeps tests beside what they test. */
const mayHoldTests = (path: string): boolean =>
  hasKnownTests(path) && (gateFileKind(path) === "test" || path.endsWith(".rs"));

/**
 * Names tests that were weakened, and puts the changes that nobody asked for back where that is wanted: the work is kept before.
 * Git is asked only where such files have changed.
 */
export async function judgeTests(
  state: State,
  { claim }: Iteration,
  { view, since }: Content,
  tools: Tools,
): Promise<TestsJudged> {
  const gateFiles = tools.judge.gateFiles(since, claim.task);
  const touched = since.filter(({ path }) => mayHoldTests(path)).slice(0, mostFiles);
  if (gateFiles.length + touched.length === 0) return untouched;
  const weakened = touched.length === 0 ? [] : await compared(touched, state, { view, before: claim.tree }, tools);
  if (tools.judge.tests !== "refuse" || gateFiles.length === 0)
    return { gateFiles, weakened, refused: false, kept: [] };
  const why = "files that the gate reads were changed without being asked for";
  const kept = await tools.shelf.keep({ task: claim.task.id, why, aside: asideOf(state) });
  await tools.shelf.restore(claim.tree, gateFiles);
  const fact: Fact = {
    kind: "work-kept",
    task: claim.task.id,
    ref: kept.ref,
    commit: kept.commit,
    why,
    paths: [...gateFiles],
  };
  return { gateFiles, weakened, refused: true, kept: [fact] };
}

async function compared(
  changes: readonly Change[],
  state: State,
  { view, before }: { readonly view: Content["view"]; readonly before: string },
  { workspace }: Tools,
): Promise<readonly WeakenedTest[]> {
  const after = await workspace.snapshot(view, asideOf(state));
  const files = await Promise.all(
    changes.map(async ({ path, kind }) => ({
      path,
      before: kind === "added" ? null : await workspace.textAt(before, path),
      after: kind === "deleted" ? null : await workspace.textAt(after, path),
    })),
  );
  return weakenedTests(files);
}
