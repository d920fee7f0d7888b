import { resolve } from "node:path";
import { roles, type Role } from "../core/outcome.ts";
import { dialects, type DialectName } from "../adapters/agents/dialects.ts";
import type { Config } from "../config/schema.ts";
import type { Seat } from "../loop/tools.ts";
import { modelBehind } from "./model-behind.ts";

/** What the dialects need to know of this installation. */
export interface SeatSettings {
  /** Argv that starts this very program. */
  readonly self: readonly string[];
  readonly root: string;
}

/** Raised for an agent that is named in the configuration and not built yet, or named without what it needs. */
export class SeatError extends Error {
  override readonly name = "SeatError";
}

/** Which agent plays which role: the role's own settings, else the agent's. */
export function seatsOf(config: Config, settings: SeatSettings): (role: Role) => Seat {
  const seats = new Map(roles.map((role) => [role, seatOf(config, role, settings)]));
  return (role) => {
    const seat = seats.get(role);
    if (seat === undefined) throw new SeatError(`No agent plays the role ${role}.`);
    return seat;
  };
}

function seatOf(config: Config, role: Role, { self, root }: SeatSettings): Seat {
  const own = config.roles[role];
  const kind = own.kind ?? (own.command === null ? config.agent.kind : "command");
  const name = Object.keys(dialects).find((known): known is DialectName => known === kind);
  if (name === undefined)
    throw new SeatError(`The agent ${kind} is not supported yet. Use one of ${Object.keys(dialects).join(", ")}.`);
  const command = own.command ?? config.agent.command ?? [];
  if ((name === "command" || name === "acp") && command.length === 0)
    throw new SeatError(`RALPH_AGENT=${name} needs RALPH_AGENT_COMMAND: the program and its arguments.`);
  const dialect = dialects[name]({
    command,
    format: own.format ?? config.agent.format,
    family: own.family ?? config.agent.family,
    self,
    script: name === "script" ? resolve(root, command[0] ?? ".ralph/script.yaml") : "",
  });
  // A model is named for an agent: what was meant for another is not handed on.
  const wanted = own.model ?? (kind === config.agent.kind ? config.agent.model : null);
  return { dialect, model: modelFor(kind, wanted, config) };
}

function modelFor(kind: string, wanted: string | null, { agents }: Config): string | null {
  const found = modelBehind(wanted, { kind, kinds: Object.keys(dialects), tiers: agents.tiers });
  if (!found.ok) throw new SeatError(found.problem);
  return found.model;
}
