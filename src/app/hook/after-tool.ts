import { existsSync } from "node:fs";
import { join } from "node:path";
import { type HookAnswer, silent } from "../../adapters/agents/hooks/hook-dialect.ts";
import type { HookEvent } from "./hook-event.ts";

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
