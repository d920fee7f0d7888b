import { warned } from "../../core/texts/warned.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { roles, type Role } from "../../core/outcome.ts";
import type { Policy } from "../../core/policy.ts";
import { agentFactsOf, programOf } from "./agent-facts.ts";
import { crewSeats } from "../crew/crew-seats.ts";
import type { Seat, Tools } from "../tools.ts";

/** The agents of a run, as its first fact keeps them, and what has to be said of them. */
export interface WhoPlays {
  readonly facts: Pick<FactOf<"run-started">, "agent" | "order" | "agents" | "crew">;
  readonly warnings: readonly Fact[];
}

/** Who may play which role, in order. Agents of the fallback list whose program is not there are left out, and told. */
export async function whoPlays(
  tools: Tools,
  policy: Policy,
  findProgram: (file: string) => Promise<string | null>,
): Promise<WhoPlays> {
  if (tools.crew !== null) return crewSeats(tools, tools.crew, findProgram);
  const agent = agentFactsOf(tools.seat("implementer"));
  const standIns = [
    ...new Map(
      roles.flatMap((role) =>
        tools
          .seats(role)
          .slice(1)
          .map((seat) => [seat.label, seat]),
      ),
    ).values(),
  ];
  const looked = await Promise.all(
    standIns.map(async (seat) => ({ seat, missing: await findProgram(programOf(seat, tools)) })),
  );
  const missing = looked.flatMap((one) => (one.missing === null ? [] : [{ label: one.seat.label, why: one.missing }]));
  const gone = new Set(missing.map(({ label }) => label));
  const order = (role: Role): readonly Seat[] =>
    tools.seats(role).filter((seat, at) => at === 0 || !gone.has(seat.label));
  const hasStandIns = looked.length > missing.length;
  const seats = roles.flatMap((role) => order(role));
  return {
    facts: hasStandIns
      ? {
          agent,
          order: Object.fromEntries(roles.map((role) => [role, order(role).map(({ label }) => label)])),
          agents: Object.fromEntries(seats.map((seat) => [seat.label, agentFactsOf(seat)])),
        }
      : { agent },
    warnings: [
      ...missing.map(({ label, why }) =>
        warned("fallback_missing", `${label} can't take over from another agent: ${why}`),
      ),
      ...(policy.onLimit === "fallback" && !hasStandIns ? [warned("no_fallback", nobodyToFallTo)] : []),
    ],
  };
}

const nobodyToFallTo =
  "RALPH_ON_LIMIT=fallback has no agent to fall back to: name some in RALPH_FALLBACK_AGENTS. A limit is waited out.";
