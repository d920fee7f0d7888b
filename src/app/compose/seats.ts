import { resolve } from "node:path";
import { roles, type Role } from "../../core/outcome.ts";
import { dialects, type DialectName } from "../../adapters/agents/dialects.ts";
import type { Config } from "../../config/schema.ts";
import { shellWords } from "../../config/sources/shell-words.ts";
import type { Seat, Tools } from "../../loop/tools.ts";
import { leastModels, modelOfTier } from "../../core/crew/model-tier.ts";
import type { FactOf } from "../../core/fact.ts";
import { crewWanted, ownSeat, tierNotes } from "./crew-wanted.ts";
import { modelBehind } from "./model-behind.ts";

/** What the dialects need to know of this installation. */
export interface SeatSettings {
  /** Argv that starts this very program. */
  readonly self: readonly string[];
  readonly root: string;
  /** True where a crew works the tasks. */
  readonly crew: boolean;
}

/** Raised for an agent that is named in the configuration and not built yet, or named without what it needs. */
export class SeatError extends Error {
  override readonly name = "SeatError";
}

/**
 * Which agents may play each role, in order: the role's own, then those of the fallback list that are others. In a crew those
 * that it is made of come first.
 */
export async function seatsOf(config: Config, settings: SeatSettings): Promise<Pick<Tools, "seat" | "seats" | "crew">> {
  const fallback = config.agents.fallback.map((written) => wantedFallback(config, written));
  const crew = settings.crew ? crewSeats(config) : null;
  const seats = new Map<Role, readonly Seat[]>();
  for (const role of roles) {
    const wanted = [...(crew?.of(role) ?? [wantedOf(config, role)]), ...fallback];
    const distinct = wanted.filter((one, at) => wanted.findIndex(({ label }) => label === one.label) === at);
    seats.set(role, await Promise.all(distinct.map((one) => seatOf(one, settings))));
  }
  const seatsFor = (role: Role): readonly Seat[] => seats.get(role) ?? [];
  const anywhere = [...seats.values()].flat();
  return {
    crew:
      crew === null
        ? null
        : { seats: { ...crew.labels, standIns: fallback.map(({ label }) => label) }, notes: tierNotes(config) },
    seats: seatsFor,
    seat: (role, label) => {
      const seat =
        seatsFor(role).find((one) => label === undefined || one.label === label) ??
        anywhere.find((one) => one.label === label) ??
        seatsFor(role)[0];
      if (seat === undefined) throw new SeatError(`No agent plays the role ${role}.`);
      return seat;
    },
  };
}

/** The agents that a crew is made of: by role, and by their labels. */
function crewSeats(config: Config) {
  const wanted = crewWanted(config);
  const seat = (role: Role, written: string): Wanted =>
    written === ownSeat ? wantedOf(config, role) : wantedInCrew(config, written);
  const [strong, fast] = [seat("implementer", wanted.strong), seat("implementer", wanted.fast)];
  const fixer = wanted.fixer === null ? null : seat("fixer", wanted.fixer);
  const reviewers = wanted.reviewers.map((written) => seat("reviewer", written));
  const judges = wanted.judges.map((written) => seat("judge", written));
  const of: Partial<Record<Role, readonly Wanted[]>> = {
    implementer: [strong, fast],
    fixer: fixer === null ? [strong, fast] : [fixer],
    reviewer: reviewers,
    judge: judges,
  };
  const labelled = (list: readonly Wanted[]): string[] => list.map(({ label }) => label);
  const labels: Omit<NonNullable<FactOf<"run-started">["crew"]>, "standIns"> = {
    strong: strong.label,
    fast: fast.label,
    fixer: fixer?.label ?? null,
    reviewers: labelled(reviewers),
    judges: labelled(judges),
  };
  return { of: (role: Role): readonly Wanted[] | undefined => of[role], labels };
}

/** An agent as the configuration asks for it. `label` tells it from others: its program, and its model where one is named. */
interface Wanted {
  readonly label: string;
  readonly kind: string;
  readonly command: readonly string[];
  readonly format: Config["agent"]["format"];
  readonly family: string | null;
  readonly model: string | null;
  /** The setting to mend where its program is missing. */
  readonly key: string;
}

function wantedOf(config: Config, role: Role): Wanted {
  const own = config.roles[role];
  const kind = own.kind ?? (own.command === null ? config.agent.kind : "command");
  // A model is named for an agent: what was meant for another is not handed on.
  const model = modelFor(kind, own.model ?? (kind === config.agent.kind ? config.agent.model : null), config);
  return {
    label: `${labelOf(kind, model, own.command)}${own.family === null ? "" : `@${own.family}`}`,
    kind,
    command: own.command ?? (kind === config.agent.kind ? config.agent.command : null) ?? [],
    format: own.format ?? config.agent.format,
    family: own.family ?? config.agent.family,
    model,
    key: "RALPH_AGENT_COMMAND",
  };
}

/** As in the list of those who take over, with the family behind it where that can't be known: `command@gemini`. */
function wantedInCrew(config: Config, written: string): Wanted {
  const { spec = written, family = null } = /^(?<spec>.+)@(?<family>[a-z][a-z-]*)$/.exec(written)?.groups ?? {};
  const wanted = wantedFallback(config, spec);
  return family === null ? wanted : { ...wanted, label: written, family };
}

/** `kind`, `kind:model` or `acp:COMMAND` of the list. A program of the configuration is its own only where it is of the same kind. */
function wantedFallback(config: Config, written: string): Wanted {
  const { agent, agents } = config;
  const [kind = "", ...rest] = written.split(":");
  const said = rest.length === 0 ? null : rest.join(":");
  const server = kind === "acp" && said !== null ? serverIn(said) : null;
  const model = server === null ? modelFor(kind, said, config) : null;
  const own = server ?? (kind === "command" || kind === "acp" ? agents.fallbackCommand : null);
  return {
    label: labelOf(kind, model, own),
    kind,
    command: own ?? (kind === agent.kind ? agent.command : null) ?? [],
    format: agent.format,
    family: null,
    model,
    key: "RALPH_FALLBACK_COMMAND",
  };
}

/** As in `RALPH_AGENT`: what stands behind `acp:` starts the server. */
function serverIn(said: string): readonly string[] {
  const words = shellWords(said) ?? [];
  if (words.length === 0)
    throw new SeatError(
      `acp:${said} names no program. Write acp:COMMAND in RALPH_FALLBACK_AGENTS, with its quotes closed.`,
    );
  return words;
}

function modelFor(kind: string, wanted: string | null, { agents }: Config): string | null {
  const tiers = Object.fromEntries(
    Object.keys({ ...leastModels, ...agents.tiers }).map((tier) => [tier, modelOfTier(tier, agents.tiers[tier]) ?? ""]),
  );
  const found = modelBehind(wanted, { kind, kinds: Object.keys(dialects), tiers });
  if (!found.ok) throw new SeatError(found.problem);
  return found.model;
}

/** Short enough for a screen; two programs of one name are told apart by what stands before it. */
const labelOf = (kind: string, model: string | null, command: readonly string[] | null): string =>
  [kind, ...(model === null ? [] : [model]), ...(command === null ? [] : [nameOf(command)])].join(":");

const nameOf = (command: readonly string[]): string =>
  command
    .map((word) => word.split(/[\\/]/).slice(-2).join("/"))
    .join(" ")
    .slice(-40);

async function seatOf(
  { label, kind, command, format, family, model, key }: Wanted,
  { self, root }: SeatSettings,
): Promise<Seat> {
  const name = Object.keys(dialects).find((known): known is DialectName => known === kind);
  if (name === undefined)
    throw new SeatError(`The agent ${kind} is not supported yet. Use one of ${Object.keys(dialects).join(", ")}.`);
  if ((name === "command" || name === "acp") && command.length === 0)
    throw new SeatError(`The agent ${name} needs ${key}: the program and its arguments.`);
  const dialect = await dialects[name]({
    command,
    format,
    family,
    self,
    script: name === "script" ? resolve(root, command[0] ?? ".ralph/script.yaml") : "",
  });
  return { label, dialect, model };
}
