import { oneLine, rowsOf } from "../text/words.ts";

/** One agent that can be named in the configuration. */
export interface ListedAgent {
  readonly name: string;
  readonly family: string;
  /** Where its program is; null where it was not found. */
  readonly program: string | null;
  /** What the program answered to `--version`; null where it was not asked or gave no answer in time. */
  readonly version: string | null;
  readonly triedVersions: readonly string[];
  readonly abilities: Readonly<Record<string, boolean>>;
  /** The configuration names it as the agent. */
  readonly inUse: boolean;
  /** What stands in the way, or null. */
  readonly problem: string | null;
}

/** The agents for people: which are here, and what they can do. */
export function agentsListText(agents: readonly ListedAgent[]): string {
  return `${agents.map(agentText).join("\n\n")}\n`;
}

function agentText(agent: ListedAgent): string {
  const can = Object.entries(agent.abilities)
    .filter(([, is]) => is)
    .map(([name]) => name);
  const rows = rowsOf([
    ["program", agent.program ?? `not found${agent.problem === null ? "" : `: ${agent.problem}`}`],
    ["version", agent.version === null ? null : oneLine(agent.version)],
    ["tried with", agent.triedVersions.join(", ")],
    ["can", can.length === 0 ? "answer a prompt, no more" : can.join(", ")],
  ]);
  return [`${agent.name}${agent.inUse ? " (in use here)" : ""}`, ...rows].join("\n");
}
