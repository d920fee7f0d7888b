import type { State } from "../../core/state.ts";
import { asideOf } from "../aside.ts";
import type { Tools } from "../tools.ts";

/** The tree that commands are about to judge: as it was measured or read last, where nothing has changed since, else looked at. */
export const knownContent = async (state: State, { workspace }: Pick<Tools, "workspace">): Promise<string> =>
  state.current?.measured?.tree ??
  state.backlog?.tree ??
  (await workspace.snapshot(await workspace.look(), asideOf(state)));
