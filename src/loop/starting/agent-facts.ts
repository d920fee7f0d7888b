import type { FactOf } from "../../core/fact.ts";
import type { Seat, Tools } from "../tools.ts";

/** An agent program as facts keep it. */
export const agentFactsOf = ({ dialect }: Seat): FactOf<"run-started">["agent"] => ({
  name: dialect.name,
  family: dialect.family,
  resume: dialect.abilities.resume,
});

/** The file that a call of this agent would start. */
export function programOf({ dialect, model }: Seat, { repository }: Pick<Tools, "repository">): string {
  const wanted = { role: "implementer", prompt: "", model, resume: null, workspace: repository.root } as const;
  const command = dialect.command({ ...wanted, hook: null, schema: null, maxCostUsd: null });
  return command.program ?? command.file;
}
