import { warned } from "../../core/texts/warned.ts";
import { lackOfFamilies } from "../../core/crew/route.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import type { Crew, Tools } from "../tools.ts";
import { agentFactsOf, programOf } from "../starting/agent-facts.ts";

type Started = FactOf<"run-started">;

/** A crew as the run's first fact keeps it, and what has to be said of it. */
export interface CrewSeats {
  readonly facts: Pick<Started, "agent" | "crew" | "agents">;
  readonly warnings: readonly Fact[];
}

/**
 * Who plays what in the crew. Reviewers and judges whose program is not there are left out, and told; where nobody is left, the
 * implementer's own agent is the nearest choice.
 */
export async function crewSeats(
  tools: Tools,
  { seats: crew, notes }: Crew,
  findProgram: (file: string) => Promise<string | null>,
): Promise<CrewSeats> {
  const labels = [...new Set([...crew.reviewers, ...crew.judges, ...crew.standIns])];
  const looked = await Promise.all(
    labels.map(async (label) => ({
      label,
      missing: await findProgram(programOf(tools.seat("reviewer", label), tools)),
    })),
  );
  const missing = looked.flatMap(({ label, missing: why }) => (why === null ? [] : [{ label, why }]));
  const gone = new Set(missing.map(({ label }) => label));
  const there = (list: readonly string[]): string[] => list.filter((label) => !gone.has(label));
  const orNearest = (list: readonly string[]): string[] => (list.length > 0 ? [...list] : [crew.strong]);
  const found = {
    ...crew,
    reviewers: orNearest(there(crew.reviewers)),
    judges: orNearest(there(crew.judges)),
    standIns: there(crew.standIns),
  };
  const agent = agentFactsOf(tools.seat("implementer"));
  const everybody = new Set([crew.strong, crew.fast, ...(crew.fixer === null ? [] : [crew.fixer])]);
  for (const label of [...found.reviewers, ...found.judges, ...found.standIns]) everybody.add(label);
  const agents = Object.fromEntries([...everybody].map((label) => [label, agentFactsOf(seatIn(tools, crew, label))]));
  const lack = lackOfFamilies({ run: { agent, agents, crew: found } });
  return {
    facts: { agent, crew: found, agents },
    warnings: [
      ...missing.map(({ label, why }) => warned("crew_missing", `${label} can't be one of the crew: ${why}`)),
      ...notes.map((note) => warned("model_substituted", note)),
      ...(lack === null
        ? []
        : [
            warned(
              "few_families",
              `${lack}: name agents of other families in RALPH_CREW_REVIEWERS and RALPH_CREW_JUDGES`,
            ),
          ]),
    ],
  };
}

const seatIn = (tools: Tools, crew: NonNullable<Started["crew"]>, label: string) =>
  tools.seat(
    crew.judges.includes(label) ? "judge" : crew.reviewers.includes(label) ? "reviewer" : "implementer",
    label,
  );
