import { warned } from "../../core/texts/warned.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import { asideOf } from "../aside.ts";
import type { Engine } from "../engine.ts";
import { handBack } from "./hand-back.ts";
import { listed } from "../listed.ts";
import type { Tools } from "../tools.ts";

/**
 * Sets right what an agent's call has left that nobody may leave: git's own state, a person's untracked files that are gone or
 * committed, a .gitignore that hides whatever is new. Before anything is measured.
 */
export async function setRight(state: State, iteration: Iteration, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const mended = await mendRepository(tools, iteration.claim.branch);
  const back = await ownFilesBack(state, engine);
  const handedBack = await handBack(state, iteration, engine);
  return [...mended, ...back, ...handedBack, ...(await newFilesSeen(state, iteration, tools))];
}

/** git's folder is fit for work again; what was wrong with it is told. */
export async function mendRepository({ care }: Tools, branch: string | null): Promise<readonly Fact[]> {
  const mended = await care.mend(branch);
  return mended.map((message) => warned("repository_mended", message));
}

/** A person's untracked files that an agent has deleted, moved or stashed are there again. */
async function ownFilesBack(state: State, { tools, run }: Engine): Promise<readonly Fact[]> {
  const own = state.run?.untracked ?? [];
  if (own.length === 0) return [];
  const { back, lost } = await tools.care.bringBack(run, own);
  const told = (code: string, message: string): Fact => warned(code, message, "critical");
  return [
    ...(back.length === 0
      ? []
      : [told("own_files_back", `untracked files of yours were gone after the call and are back: ${listed(back)}`)]),
    ...(lost.length === 0
      ? []
      : [told("own_files_lost", `untracked files of yours are gone, and there is no copy of them: ${listed(lost)}`)]),
  ];
}

const ignoreFile = ".gitignore";

/** A .gitignore that hides every new file would keep all later work out of every landing: it is put back, and kept. */
async function newFilesSeen(state: State, { claim }: Iteration, { care, shelf }: Tools): Promise<readonly Fact[]> {
  if (!(await care.hidesNewFiles(claim.tree))) return [];
  const why = `${ignoreFile} hid every new file`;
  const kept = await shelf.keep({ task: claim.task.id, why, aside: asideOf(state) });
  await care.restore([ignoreFile], claim.tree);
  const message = `the agent made ${ignoreFile} hide every new file from git; it is as it was, and the agent's is kept: ${kept.ref}`;
  return [
    { kind: "work-kept", task: claim.task.id, ref: kept.ref, commit: kept.commit, why, paths: [ignoreFile] },
    warned("new_files_hidden", message, "critical"),
  ];
}
