import type { Knowledge } from "../../../ports/notebook.ts";

/** Knowledge that goes to one file, as a list of texts. */
export interface Topic {
  /** Its file's name, without its ending. */
  readonly name: string;
  readonly texts: readonly string[];
}

const nameLength = 40;

/** Sorts knowledge by the file that it goes to: what crosses modules to `critical`, what is about nothing in particular to `general`. */
export function topicsOf(knowledge: readonly Knowledge[]): readonly Topic[] {
  const byName = new Map<string, string[]>();
  for (const { area, text, critical } of knowledge) {
    const name = critical ? "critical" : nameOf(area);
    const words = text.replaceAll(/\s+/g, " ").trim();
    if (words !== "") byName.set(name, [...(byName.get(name) ?? []), words]);
  }
  return [...byName].map(([name, texts]) => ({ name, texts }));
}

/* `index` is the list of the others. */
function nameOf(area: string | null): string {
  const name = (area ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, nameLength);
  return name === "" || name === "index" ? "general" : name;
}

/** A topic's file with these texts in it, each an item of its own; those that are there already stay where they are. */
export function withTexts(before: string | null, { name, texts }: Topic): string {
  const text = before ?? `# ${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("-", " ")}\n`;
  const known = new Set(text.split(/\r?\n/).map(plain));
  const added = [...new Set(texts)].filter((one) => !known.has(plain(`- ${one}`))).map((one) => `- ${one}`);
  return added.length === 0 ? text : appended(text, added.join("\n"), /^\s*[-*+] /.test(lastLine(text)));
}

/** The index with a line for each of these files; what a person has written about one stays. */
export function withIndex(before: string | null, names: readonly string[]): string {
  const text = before ?? "# Knowledge\n";
  const missing = names.filter((name) => !text.includes(`${name}.md`)).map((name) => `- [${name}](${name}.md)`);
  return missing.length === 0 ? text : appended(text, missing.join("\n"), /^\s*[-*+] /.test(lastLine(text)));
}

/** An entry behind a text: by itself, or as a further item of a list. */
export function appended(text: string, entry: string, isList: boolean): string {
  const eol = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  const body = text.replace(/\s+$/, "");
  const between = body === "" ? "" : isList ? eol : eol + eol;
  return `${body}${between}${entry.replaceAll("\n", eol)}${eol}`;
}

const lastLine = (text: string): string => text.trimEnd().split(/\r?\n/).at(-1) ?? "";

const plain = (line: string): string => line.replaceAll(/\s+/g, " ").trim().toLowerCase();
