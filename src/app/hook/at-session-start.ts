import type { HookAnswer } from "../../adapters/agents/hooks/hook-dialect.ts";
import type { HookEvent } from "./hook-event.ts";

const manners = [
  "A harness (Ralph) watches this session. It refuses, before they happen, writes to its own files (.ralph but for ticks in the plan, .ralphrc, hooks and agent settings, .git/hooks, git's configuration), code on a command line (python -c, node -e, bash -c, here-documents into an interpreter), pushes to the default branch and writes outside the work tree.",
  "A refusal names its rule and the allowed way; take that way and do not try others. For a snippet write a file to a temporary folder and run it by its path.",
].join("\n");

/** The agent is told at its start what will be refused, so that it does not learn it by running into it. */
export const atSessionStart = ({ dialect, event }: HookEvent): HookAnswer => dialect.tell(event, manners);
