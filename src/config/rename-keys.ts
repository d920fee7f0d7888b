import { readRalphrc } from "./sources/ralphrc.ts";
import { type Key, keys } from "./table.ts";

/** A key under an older name: where it stands, what it is called now, and whether the text could be changed. */
export interface RenamedKey {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** `changed`; or why the line is left as it is (it is read all the same). */
  readonly outcome: "changed" | "both-set" | "not-plain";
}

/** What became of a `.ralphrc`: its text with present names, and each older name that was found. */
export interface Renaming {
  readonly text: string;
  readonly keys: readonly RenamedKey[];
}

const plainLine =
  /^(?<head>[ \t]*(?:export[ \t]+)?)(?<key>\w+)=(?<value>"[^"$`\\]*"|'[^']*'|[\w./:@,-]*)(?<tail>[ \t]*(?:#.*)?\r?)$/;

/**
 * Puts present names in the place of older ones, with the value as it is read now, and leaves every other byte. What is no plain
 * assignment on one line stays, and so does an older name beside the present one, which wins anyway.
 */
export async function renameKeys(text: string): Promise<Renaming> {
  const { entries } = await readRalphrc(text, ".ralphrc");
  const lines = text.split("\n");
  const present = new Set(entries.map(({ key }) => key));
  const presentName = (key: string): string => keys.get(key)?.row.setting.key ?? key;
  const found = entries.flatMap((entry): readonly RenamedKey[] => {
    const meaning = keys.get(entry.key);
    const to = presentName(entry.key);
    if (meaning === undefined || to === entry.key) return [];
    const told = { line: entry.line, from: entry.key, to };
    if (present.has(to)) return [{ ...told, outcome: "both-set" }];
    const isAlone = entries.filter(({ key }) => presentName(key) === to).length === 1;
    const renamed = isAlone ? renamedLine(lines[entry.line - 1] ?? "", entry.key, meaning) : null;
    if (renamed === null) return [{ ...told, outcome: "not-plain" }];
    lines[entry.line - 1] = renamed;
    return [{ ...told, outcome: "changed" }];
  });
  return { text: lines.join("\n"), keys: found };
}

function renamedLine(line: string, key: string, { row, translate }: Key): string | null {
  const { head = "", key: found, value = "", tail = "" } = plainLine.exec(line)?.groups ?? {};
  if (found !== key) return null;
  const bare = value.replace(/^(["'])([\s\S]*)\1$/, "$2");
  const translated = translate(bare);
  // An older value that now means "not set" has no present form.
  if (translated === "" && bare !== "") return null;
  const written = translated === bare ? value : /^[\w./:@,-]*$/.test(translated) ? translated : null;
  return written === null ? null : `${head}${row.setting.key}=${written}${tail}`;
}
