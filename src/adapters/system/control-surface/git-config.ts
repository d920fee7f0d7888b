/** One setting of a git configuration, with the lines of the file that hold it (from 0, the end not included). */
export interface Setting {
  /** Section and key in lower case, the subsection as written: `remote.origin.url`. */
  readonly key: string;
  readonly value: string;
  readonly from: number;
  readonly until: number;
  /** Stands on the line of its section's header, which must survive its removal. */
  readonly afterHeader: string | null;
}

/** All settings in order; null where a line can't be understood, and then nothing may be concluded from the file. */
export type ConfigReading = readonly Setting[] | null;

const header = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const assignment = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/s;

interface ValueState {
  quoted: boolean;
  text: string;
  /** How much of the text stays when the bare white space at its end is dropped. */
  keep: number;
}

/** Reads one line of a value; true when it goes on in the next line. */
const readValueLine = (line: string, state: ValueState): boolean => {
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === "\\") {
      if (at === line.length - 1) return true;
      at += 1;
      const escaped = line.charAt(at);
      state.text += { n: "\n", t: "\t", b: "\b" }[escaped] ?? escaped;
      state.keep = state.text.length;
    } else if (letter === '"') state.quoted = !state.quoted;
    else if (!state.quoted && (letter === "#" || letter === ";")) return false;
    else if (state.quoted || !/\s/.test(letter)) {
      state.text += letter;
      state.keep = state.text.length;
    } else if (state.text !== "") state.text += letter;
  }
  return false;
};

const sectionName = (match: RegExpExecArray): string => {
  const [, name = "", sub] = match;
  return sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, "$1")}`;
};

/** The section headers at the start of a line: the last section named, how much of the line they take, and what follows. */
const readHeaders = (
  line: string,
): { readonly section: string | null; readonly header: string; readonly rest: string } => {
  let section: string | null = null;
  let rest = line;
  for (let match = header.exec(rest); match !== null; match = header.exec(rest)) {
    section = sectionName(match);
    rest = rest.slice(match[0].length);
  }
  return { section, header: line.slice(0, line.length - rest.length), rest };
};

/** The value that starts with `text` in line `from`, and the line after its last; null where it never ends. */
const readValue = (
  text: string,
  lines: readonly string[],
  from: number,
): { readonly value: string; readonly until: number } | null => {
  const state: ValueState = { quoted: false, text: "", keep: 0 };
  let until = from + 1;
  for (let goesOn = readValueLine(text, state); goesOn; until += 1) {
    const line = lines[until];
    if (line === undefined) return null;
    goesOn = readValueLine(line, state);
  }
  return state.quoted ? null : { value: state.text.slice(0, state.keep), until };
};

/** Reads a git configuration file (git-config(1), "Syntax"). */
export function readConfig(text: string): ConfigReading {
  const lines = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
  const settings: Setting[] = [];
  let section: string | null = null;
  for (let at = 0; at < lines.length;) {
    const { section: named, header: taken, rest } = readHeaders(lines[at] ?? "");
    section = named ?? section;
    const from = at;
    at += 1;
    if (/^\s*(?:[#;].*)?$/.test(rest)) continue;
    const name = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:[=#;]|$)/.exec(rest)?.[1];
    const equals = assignment.exec(rest)?.[2];
    const read = equals === undefined ? { value: "true", until: at } : readValue(equals, lines, from);
    if (section === null || name === undefined || read === null) return null;
    at = read.until;
    settings.push({
      key: `${section}.${name.toLowerCase()}`,
      value: read.value,
      from,
      until: at,
      afterHeader: taken === "" ? null : taken,
    });
  }
  return settings;
}
