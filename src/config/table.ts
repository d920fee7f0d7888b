import { nearest } from "./near.ts";
import { settings } from "./schema.ts";
import { isSetting, same, type Group, type Setting, type Translate } from "./setting.ts";

/** A setting with its place in a config file: `limits.iterations`. */
export interface Row {
  readonly path: string;
  readonly setting: Setting<unknown>;
}

const rowsOf = (group: Group, above: string): readonly Row[] =>
  Object.entries(group).flatMap(([name, node]) =>
    isSetting(node) ? [{ path: above + name, setting: node }] : rowsOf(node, `${above}${name}.`),
  );

/** All settings in the order of the table. */
export const rows: readonly Row[] = rowsOf(settings, "");

/** A key of `.ralphrc` or the environment: the setting that it means, and how its text is read. */
export interface Key {
  readonly row: Row;
  readonly translate: Translate;
}

const ownKey = (row: Row): readonly [string, Key][] =>
  row.setting.key === undefined ? [] : [[row.setting.key, { row, translate: same }]];

const olderKeys = (row: Row): readonly [string, Key][] =>
  Object.entries(row.setting.aliases ?? {}).map(([key, translate]) => [key, { row, translate }]);

/** Every key that is read, older names among them; they come before the present one, which wins within one source. */
export const keys: ReadonlyMap<string, Key> = new Map(rows.flatMap((row) => olderKeys(row).concat(ownKey(row))));

const prefix = "RALPH_";
const bare = (key: string): string => (key.startsWith(prefix) ? key.slice(prefix.length) : key);
const bareKeys = new Map([...keys.keys()].map((key) => [bare(key), key]));

/** The known key that was most likely meant; the prefix that all share does not count for likeness. */
export function nearestKey(key: string): string | null {
  const near = nearest(bare(key), bareKeys.keys());
  return near === null ? null : (bareKeys.get(near) ?? null);
}

/** What the help says of a setting: its meaning, and its words where they are few. */
export const inHelp = ({ about, allowed }: Setting<unknown>): string =>
  allowed.length === 0 ? about : `${about} One of ${allowed.join(", ")}.`;

/** The name of an option as the command line parser gives it: `max-cost <usd>` is `maxCost`. */
export const flagName = (flag: string): string =>
  flag.replace(/ .*$/, "").replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
