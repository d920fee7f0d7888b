import { nearest } from "./near.ts";
import { keys, rows, type Row } from "./table.ts";

/** The option of `ralph run` without its dashes and its value: `max-cost`. */
const optionOf = ({ setting }: Row): string | null => setting.flag?.replace(/ .*$/, "") ?? null;

/** The paths of the settings that a person means by a name: a path or the group above it, a key (older ones too), or an option. */
export function pathsNamed(name: string): readonly string[] {
  const word = name.replace(/^--/, "");
  const byKey = keys.get(word.toUpperCase())?.row.path;
  if (byKey !== undefined) return [byKey];
  return rows
    .filter((row) => row.path === word || row.path.startsWith(`${word}.`) || optionOf(row) === word)
    .map(({ path }) => path);
}

/** The known name that was most likely meant; null where none is near. */
export function nearestName(name: string): string | null {
  const options = rows.flatMap((row) => optionOf(row) ?? []);
  return nearest(name.replace(/^--/, ""), [...rows.map(({ path }) => path), ...keys.keys(), ...options]);
}

/** How a setting is set: its key in `.ralphrc`, and its option. */
export function waysToSet(path: string): readonly string[] {
  const row = rows.find((each) => each.path === path);
  if (row === undefined) return [];
  const { key, flag } = row.setting;
  return [...(key === undefined ? [] : [`${key} in .ralphrc`]), ...(flag === undefined ? [] : [`--${flag}`])];
}
