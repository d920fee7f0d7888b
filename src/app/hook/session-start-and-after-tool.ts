import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HookAnswer, silent } from "../../adapters/agents/hooks/hook-dialect.ts";
import type { HookEvent } from "./hook-event.ts";

const manners = [
  "A harness (Ralph) watches this session. It refuses, before they happen, writes to its own files (.ralph but for ticks in the plan, .ralphrc, hooks and agent settings, .git/hooks, git's configuration), code on a command line (python -c, node -e, bash -c, here-documents into an interpreter), pushes to the default branch and writes outside the work tree.",
  "A refusal names its rule and the allowed way; take that way and do not try others. For a snippet write a file to a temporary folder and run it by its path.",
].join("\n");

/** The agent is told at its start what will be refused, so that it does not learn it by running into it. */
export const atSessionStart = ({ dialect, event }: HookEvent): HookAnswer => dialect.tell(event, manners);

/** After a shell command, whose doing can't always be known before: says what of the harness is gone, while the agent can mend it. */
export function afterTool({ dialect, event, around }: HookEvent): HookAnswer {
  const { root, planFiles } = around.scene;
  const gone = planFiles.filter((path) => !existsSync(join(root, path)));
  if (gone.length === 0) return silent;
  const names = gone.join(" ");
  return dialect.tell(
    event,
    `${names} is gone since that command. It belongs to the harness, is put back after this call, and counts as a violation. Undo what removed it (git restore ${names}, where git knows it) and go on with the task.`,
  );
}
