import { parse, type Assignment, type Command, type Statement, type Word, type WordPart } from "unbash";
import type { ConfigProblem } from "../problem.ts";
import type { RcEntry, RcReading } from "./ralphrc.ts";
import { shellWords } from "./shell-words.ts";

const declaring = new Set(["export", "readonly", "declare", "typeset"]);

/**
 * Reads `.ralphrc` by a shell parser. Assignments count that stand by themselves at the top of the file; conditions,
 * loops, functions and other commands are passed over with a warning each. Never throws.
 */
export function readShell(text: string, file: string): RcReading {
  const lineAt = lineCounter(text);
  try {
    const script = parse(text);
    const faults = (script.errors ?? []).slice(0, 1).map((fault) => unreadable(file, lineAt(fault.pos), fault.message));
    const read = script.commands.map((statement) => readStatement(statement, file, lineAt));
    return {
      entries: read.flatMap(({ entries }) => entries),
      problems: [...read.flatMap(({ problems }) => problems), ...faults],
    };
  } catch (error) {
    return { entries: [], problems: [unreadable(file, null, error instanceof Error ? error.message : String(error))] };
  }
}

function readStatement(statement: Statement, file: string, lineAt: (at: number) => number): RcReading {
  const found = statement.command.type === "Command" ? assignmentsOf(statement.command) : null;
  if (found === null) return { entries: [], problems: [passedOver(statement, file, lineAt(statement.pos))] };
  const exported = statement.command.type === "Command" && statement.command.name !== undefined;
  return { entries: found.map((one) => entryOf(one, lineAt(one.pos), exported)), problems: [] };
}

const isAssignment = (part: { readonly type: string }): part is Assignment => part.type === "Assignment";

/** The assignments that a command leaves behind; null: it is a command of another kind. */
function assignmentsOf(command: Command): readonly Assignment[] | null {
  if (command.redirects.length > 0) return null;
  if (command.name === undefined) return command.prefix.filter(isAssignment);
  return declaring.has(command.name.value) && command.prefix.length === 0 ? command.suffix.filter(isAssignment) : null;
}

function entryOf(found: Assignment, line: number, exported: boolean): RcEntry {
  const { name: key, value } = found;
  if (value.type === "ArrayValue" || found.index !== undefined) return { key, line, refused: "it is a shell array" };
  if (found.append === true) return { key, line, refused: "it adds to another value (+=)" };
  const fallback = ownFallback(key, value);
  if (fallback !== null) return { key, line, value: fallback };
  const refused =
    whyUnknown(value) ?? (exported && partsOf(value, "BraceExpansion") ? "it is several values in braces" : null);
  return refused === null ? { key, line, value: unquoted(value) } : { key, line, refused };
}

const partsOf = (word: Word, type: WordPart["type"]): boolean =>
  word.parts?.some((part) => part.type === type) ?? false;

/** The word without its quotes. The parser decodes `$'…'`, but leaves quotes inside braces, which an assignment keeps. */
const unquoted = (word: Word): string =>
  partsOf(word, "BraceExpansion") ? (shellWords(word.text)?.[0] ?? "") : word.value;

/** `KEY="${KEY:-value}"` is plainly the value: the environment wins over the file in any case. */
function ownFallback(key: string, word: Word): string | null {
  const [outer, ...others] = word.parts ?? [];
  const [part, ...more] = outer?.type === "DoubleQuoted" ? outer.parts : [outer];
  if (others.length > 0 || more.length > 0 || part?.type !== "ParameterExpansion") return null;
  const { parameter, prefix, index, operation } = part;
  if (parameter !== key || prefix !== undefined || index !== undefined || operation?.type !== "Default") return null;
  return operation.operator.endsWith("-") && whyUnknown(operation.operand) === null ? operation.operand.value : null;
}

const unknowable: Partial<Record<WordPart["type"], string>> = {
  SimpleExpansion: "it uses a variable",
  ParameterExpansion: "it uses a variable",
  CommandExpansion: "it would run a command",
  ArithmeticExpansion: "it would compute something",
  ProcessSubstitution: "it would run a command",
};

function whyUnknown(word: Word): string | null {
  if (/^~|:~/.test(withoutQuoted(word))) return "it uses ~ for a home folder";
  for (const part of word.parts ?? []) {
    const inside = "parts" in part ? (part.parts ?? []) : [];
    const why = [part, ...inside].map((each) => unknowable[each.type]).find((reason) => reason !== undefined);
    if (why !== undefined) return why;
  }
  return null;
}

/** The word with a mark for each quoted piece: what is quoted means nothing to a shell, a colon before ~ too. */
const withoutQuoted = ({ text }: Word): string => text.replaceAll(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]/g, '"');

const passedOver = (statement: Statement, file: string, line: number): ConfigProblem => ({
  severity: "warning",
  code: "not-run",
  key: null,
  file,
  line,
  message: `This is a command, and ${file} is read but never run: it was ignored${kindOf(statement)}.`,
  hint: "Keep only KEY=value lines.",
  near: null,
});

const kindOf = ({ command }: Statement): string =>
  command.type === "Command" && command.name !== undefined ? ` (${command.name.text.slice(0, 40)})` : "";

const unreadable = (file: string, line: number | null, words: string): ConfigProblem => ({
  severity: "error",
  code: "unreadable",
  key: null,
  file,
  line,
  message: `The file can't be read as shell text from here on: ${words}.`,
  hint: "Look for a quote or bracket that is not closed.",
  near: null,
});

/** Line of an offset, from 1; cheap where offsets grow. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let seen = 0;
  return (at) => {
    if (at < seen) [line, seen] = [1, 0];
    for (; seen < at && seen < text.length; seen++) if (text[seen] === "\n") line++;
    return line;
  };
}
