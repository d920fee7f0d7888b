import { orNone, type Kind } from "./kinds.ts";

/** Turns the text under an older key into the text that the setting reads. */
export type Translate = (text: string) => string;

/** Where a setting is written and what it means. */
export interface Wording {
  readonly about: string;
  /** Key in `.ralphrc` and environment; without one it stands in config files only. */
  readonly key?: string;
  /** Older keys of the same setting. */
  readonly aliases?: Readonly<Record<string, Translate>>;
  /** Option of `ralph run` with the name of its value: `max-cost <usd>`. */
  readonly flag?: string;
  /** Never shown in full. */
  readonly secret?: boolean;
}

/** One value that a person can set. */
export interface Setting<V> extends Kind<V>, Wording {
  readonly is: "setting";
  readonly default: V;
}

/** A setting with a default. */
export const setting = <V>(kind: Kind<V>, byDefault: NoInfer<V>, wording: Wording): Setting<V> => ({
  is: "setting",
  ...kind,
  ...wording,
  default: byDefault,
});

/** A setting that is null unless somebody sets it. */
export const optional = <V>(kind: Kind<V>, wording: Wording): Setting<V | null> => setting(orNone(kind), null, wording);

/** An older key whose text means the same. */
export const same: Translate = (text) => text;

/** Settings under their names, in groups. */
export interface Group {
  readonly [name: string]: Setting<unknown> | Group;
}

/** The values that a tree of settings gives. */
export type ValuesOf<T> = T extends Setting<infer V> ? V : { readonly [K in keyof T]: ValuesOf<T[K]> };

/** True for a setting, false for a group of them. */
export const isSetting = (node: Setting<unknown> | Group): node is Setting<unknown> => node.is === "setting";
