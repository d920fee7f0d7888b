import type { State } from "../../core/state.ts";
import { byOwnAccount } from "../../core/tracker/own-account.ts";
import type { Backlog, BacklogSnapshot } from "../../ports/backlog.ts";

/** The backlog as the run knows it: where agents write to the tracker, that is more than stands there. */
export async function knownBacklog(
  { account }: Pick<State, "account">,
  { backlog }: { readonly backlog: Pick<Backlog, "load"> },
): Promise<BacklogSnapshot> {
  const snapshot = await backlog.load();
  return { ...snapshot, tasks: byOwnAccount(snapshot.tasks, account) };
}
