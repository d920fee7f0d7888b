import type { Fact } from "../fact.ts";
import type { State } from "../state.ts";
import { warned } from "../texts/warned.ts";
import { cleanupOf } from "./own-account.ts";

/** What a person has to hear at a run's end of issues that agents have left where they should not be. */
export function leftToClose(state: State): readonly Fact[] {
  const open = cleanupOf(state);
  const early = Object.entries(state.account).flatMap(([id, word]) => (word === "not-landed" ? [id] : []));
  return [
    ...(open.length > 0
      ? [
          warned(
            "pending_cleanup",
            `PENDING LINEAR CLEANUP: ${open.join(",")}. Their work has landed, and no agent has closed them. Close them in Linear, or let the next run ask for it.`,
          ),
        ]
      : []),
    ...(early.length > 0
      ? [
          warned(
            "done_without_landing",
            `An agent has moved ${early.join(", ")} to Done, and the work has not landed. Move what is to be worked back to Todo.`,
          ),
        ]
      : []),
  ];
}
