import type { State } from "../../core/state.ts";
import type { ForgeTools, Tools } from "../tools.ts";

/** What waiting pull requests are seen to with, between two iterations. */
export interface Merging {
  readonly state: State;
  readonly tools: Tools;
  readonly forge: ForgeTools;
}
