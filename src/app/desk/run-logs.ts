import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { dialects, type DialectName } from "../../adapters/agents/dialects.ts";
import { iterationOfLog } from "../../adapters/system/logs/call-log.ts";
import type { Entry } from "../../core/fact.ts";
import type { AgentEvent } from "../../ports/agent.ts";
import { agentLine } from "../../show/live/agent-line.ts";
import type { Desk } from "./desk.ts";

/** A log of one call or gate command: whose it is, and where. */
export interface RunLog {
  readonly name: string;
  readonly path: string;
  readonly iteration: number;
  /** A role, or `gate`. */
  readonly role: string;
}

/** The logs of a run that are still there, oldest first. */
export function runLogs(folder: string): readonly RunLog[] {
  return namesIn(folder)
    .flatMap((name) => {
      const iteration = iterationOfLog(name);
      const role = /^\d+\.([a-z]+)\./.exec(name)?.[1];
      const path = join(folder, name);
      return iteration === null || role === undefined ? [] : [{ name, path, iteration, role, at: modifiedAt(path) }];
    })
    .toSorted((a, b) => a.iteration - b.iteration || a.at - b.at);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Turns a line of a log into text for people, or null. */
export type Rendering = (line: string) => string | null;

/** How the logs of a run are read: by the agent that wrote each, as the run's facts name it. */
export function renderingsOf(entries: Iterable<Entry>, { config }: Desk): (log: RunLog) => Promise<Rendering> {
  const agents = new Map<string, string>();
  let usual: string = config.agent.kind;
  for (const { fact } of entries) {
    if (fact.kind === "run-started") usual = fact.agent.name;
    if (fact.kind === "agent-finished" && fact.log !== null) agents.set(basename(fact.log.path), fact.agent);
  }
  return async ({ name, role }) => {
    const dialect = Object.keys(dialects).find((known): known is DialectName => known === (agents.get(name) ?? usual));
    if (role === "gate" || dialect === undefined) return (line) => line;
    const agent = await dialects[dialect]({
      command: ["agent"],
      format: config.agent.format,
      family: null,
      self: ["ralph"],
      script: "",
    });
    const reader = agent.read();
    const speech = new Speech();
    return (line) => {
      const said = reader.line(line).flatMap((event) => speech.unsaid(event) ?? agentLine(event) ?? []);
      return said.length === 0 ? null : said.join("\n");
    };
  };
}

/** What an agent has said so far, so that its final answer is shown once: not at all where it came piece by piece before. */
class Speech {
  #said = "";

  /** The final answer, where nothing of it was said yet; null for every other event. */
  unsaid(event: AgentEvent): string | null {
    if (event.type === "text") this.#said += plain(event.text);
    if (event.type !== "end" || event.text === null || this.#said.includes(plain(event.text))) return null;
    return event.text.trim();
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, "");
