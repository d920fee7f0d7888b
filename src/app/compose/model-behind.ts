/** What is needed to find a model: the agent that is to use it, and the configuration's table of tiers. */
export interface TierTable {
  readonly kind: string;
  readonly kinds: readonly string[];
  readonly tiers: Readonly<Record<string, string>>;
}

/** A model as it was found, or why there is none. */
export type FoundModel =
  | { readonly ok: true; readonly model: string | null }
  | { readonly ok: false; readonly problem: string };

/**
 * The model that is meant: a tier of the agent's own (`codex:strong`, or `strong` alone where the table knows it) stands for
 * what the table says; everything else is the name of a model. Null stays: the agent's own default.
 */
export function modelBehind(wanted: string | null, { kind, kinds, tiers }: TierTable): FoundModel {
  if (wanted === null) return { ok: true, model: null };
  const own = wanted.startsWith(`${kind}:`) ? wanted : `${kind}:${wanted}`;
  if (Object.hasOwn(tiers, own)) return { ok: true, model: tiers[own] ?? null };
  const prefix = wanted.slice(0, wanted.indexOf(":"));
  if (!kinds.includes(prefix)) return { ok: true, model: wanted };
  const problem =
    prefix === kind
      ? `No model is named for the tier ${wanted}. Put it into agents.tiers of the configuration, as in { "${wanted}": "MODEL" }.`
      : `The tier ${wanted} is one of ${prefix}, but ${kind} is to use it. Name a tier or a model of ${kind}.`;
  return { ok: false, problem };
}
