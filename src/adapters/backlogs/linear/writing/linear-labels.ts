import { linearQueries } from "../asking/linear-queries.ts";
import type { AskLinear } from "../asking/linear-query.ts";

/** A label that issues of a team may carry. */
export interface LinearLabel {
  readonly id: string;
  readonly name: string;
}

/** The labels of these names, in any case, that issues of a team may carry; its own before those of the workspace. */
export async function knownLabels(
  ask: AskLinear,
  team: string,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, LinearLabel>> {
  if (names.length === 0) return new Map();
  const wanted = names.map((name) => ({ name: { eqIgnoreCase: name } }));
  const { issueLabels } = await ask(linearQueries.labels, { wanted }, signal);
  const fit = issueLabels.nodes.filter((label) => !label.isGroup && (label.team === null || label.team.id === team));
  const ownLast = fit.toSorted((a, b) => Number(a.team !== null) - Number(b.team !== null));
  return new Map(ownLast.map(({ id, name }) => [name.toLowerCase(), { id, name }]));
}

/** The label of a name, made for the team where there is none. */
export async function neededLabel(
  ask: AskLinear,
  team: string,
  name: string,
  signal?: AbortSignal,
): Promise<LinearLabel> {
  const known = (await knownLabels(ask, team, [name], signal)).get(name.toLowerCase());
  if (known !== undefined) return known;
  return (await ask(linearQueries.label, { input: { name, teamId: team } }, signal)).issueLabelCreate.issueLabel;
}
