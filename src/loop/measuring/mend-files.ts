import { withoutTail } from "../../core/after-gate.ts";
import type { FactOf } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import { carriesState } from "../../ports/backlog.ts";
import { asideOf } from "../aside.ts";
import type { Engine } from "../engine.ts";
import type { Content } from "./tree-content.ts";

/**
 * Runs the person's mending commands over the files that the iteration has changed, before anything is measured, reviewed or proven:
 * what they change lands with the work. Files that a gate reads and nobody asked to change are not given to them, and whatever they
 * touch besides is made what it was. Null where there was nothing to do.
 */
export async function mendFiles(
  state: State,
  current: Iteration,
  { view, since }: Content,
  { tools, run, interruption }: Engine,
): Promise<NonNullable<FactOf<"work-measured">["mended"]> | null> {
  const { mender, workspace, judge, backlog } = tools;
  if (mender.commands.length === 0) return null;
  const gateFiles = new Set(judge.gateFiles(since, current.claim.task));
  const files = since
    .filter(({ path, kind }) => kind !== "deleted" && kind !== "type-changed" && !carriesState(backlog, path))
    .map(({ path }) => path)
    .filter((path) => !gateFiles.has(path));
  if (files.length === 0) return null;
  const before = await workspace.snapshot(view, asideOf(state));
  const receipts = await mender.run({ files, iteration: current.n, marker: run }, interruption.signal);
  const after = await workspace.snapshot(await workspace.look(), asideOf(state));
  const changed = before === after ? [] : (await workspace.changes(before, after)).map(({ path }) => path);
  const ours = new Set(files);
  const putBack = changed.filter((path) => !ours.has(path));
  if (putBack.length > 0) await tools.care.restore(putBack, before);
  return { receipts: receipts.map(withoutTail), paths: changed.filter((path) => ours.has(path)), putBack };
}
