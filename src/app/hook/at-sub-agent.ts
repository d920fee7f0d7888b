import { join } from "node:path";
import { type HookAnswer, type HookPayload, silent, textField } from "../../adapters/agents/hooks/hook-dialect.ts";
import { agentPid, changeSubAgentsInFlight, noteSubAgentStart } from "../../adapters/system/sub-agents-in-flight.ts";
import type { HookEvent } from "./hook-event.ts";

/** Notes a sub-agent that has started: it is at work, and one more in its iteration. */
export function atSubAgentStart({ payload, around }: HookEvent): HookAnswer {
  const entry = { id: idOf(payload), pid: agentPid(), startedAt: Date.now() };
  changeSubAgentsInFlight(inFlight(around.stateFolder), (entries) => [...entries, entry]);
  noteSubAgentStart(join(around.stateFolder, ".subagent_starts"), entry.startedAt);
  return silent;
}

/** Strikes out one that has ended. Of programs that give no id at the end the oldest is as good as any: only their number counts. */
export function atSubAgentStop({ payload, around }: HookEvent): HookAnswer {
  const id = idOf(payload);
  changeSubAgentsInFlight(inFlight(around.stateFolder), (entries) => {
    const known = entries.findIndex((entry) => entry.id === id);
    return entries.toSpliced(Math.max(known, 0), 1);
  });
  return silent;
}

const inFlight = (stateFolder: string): string => join(stateFolder, ".subagent_in_flight");

const idOf = (payload: HookPayload): string =>
  (
    textField(payload, "agent_id", "agentId", "subagent_id", "agentName", "tool_use_id", "session_id", "sessionId") ??
    "unknown"
  ).replace(/\s+/g, "_");
