import { finding, type Findings, type Judging } from "../finding.ts";
import { readOptions, valuesOf } from "../options.ts";
import { nameReaches } from "../pattern-reaches.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { folderAt } from "../reading/places.ts";
import { knownWord, lessSure, type ShellWord } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";
import { isPlainPath } from "./plain-path.ts";

/** What `find` may find below a folder: one plain file where a test keeps protected names out, else anything there. */
const foundBelow = (start: ShellWord, isGuarded: boolean): readonly ShellWord[] => {
  const folder = start.value.replace(/\/+$/, "");
  if (isGuarded) return [{ ...start, value: `${folder}/found` }];
  const certainty = lessSure(start.certainty, "glob");
  return [start, ...["*", ".*"].map((name) => ({ ...start, certainty, value: `${folder}/${name}` }))];
};

const actions = new Set(["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fls", "-fprintf"]);
const carriers = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const valued =
  /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|type|xtype|size|mtime|atime|ctime|mmin|amin|cmin|newer\w*|user|group|uid|gid|perm|maxdepth|mindepth|lname|ilname|links|inum|samefile|fstype|used|printf|regextype|context|files0-from|D)$/;

interface Action {
  readonly name: string;
  /** The words of the command that it starts, or the file that it writes. */
  readonly words: readonly ShellWord[];
  /** Whether a test before it keeps protected names out. */
  readonly isGuarded: boolean;
}

interface Cursor {
  readonly words: readonly ShellWord[];
  readonly judging: Judging;
  readonly found: Action[];
  at: number;
}

/** True when a test that holds rules protected names out. */
const guards = (test: string, value: ShellWord | undefined, judging: Judging): boolean => {
  if (value === undefined || value.certainty !== "known") return false;
  if (test === "-name" || test === "-iname") return !nameReaches(value.value, judging.scene.planFiles);
  return /^-i?(?:path|wholename)$/.test(test) && isPlainPath(value.value, judging.scene);
};

/** Reads `a -o b`; the answer is whether protected names are out where it holds. */
function readAny(cursor: Cursor, outer: boolean): boolean {
  let all = readEach(cursor, outer);
  while (
    cursor.words[cursor.at]?.value === "-o" ||
    cursor.words[cursor.at]?.value === "-or" ||
    cursor.words[cursor.at]?.value === ","
  ) {
    cursor.at++;
    all = readEach(cursor, outer) && all;
  }
  return all;
}

function readEach(cursor: Cursor, outer: boolean): boolean {
  let isGuarded = false;
  for (; cursor.at < cursor.words.length;) {
    const value = cursor.words[cursor.at]?.value ?? "";
    if (value === ")" || value === "-o" || value === "-or" || value === ",") break;
    cursor.at++;
    if (value === "-a" || value === "-and") continue;
    isGuarded = readOne(value, cursor, outer || isGuarded) || isGuarded;
  }
  return isGuarded;
}

function readOne(value: string, cursor: Cursor, isGuarded: boolean): boolean {
  if (value === "(") {
    const inner = readAny(cursor, isGuarded);
    cursor.at++;
    return inner;
  }
  if (value === "!" || value === "-not") {
    const next = cursor.words[cursor.at]?.value ?? "";
    cursor.at++;
    readOne(next, cursor, isGuarded);
    return false;
  }
  if (actions.has(value)) {
    cursor.found.push({ name: value, words: actionWords(value, cursor), isGuarded });
    return false;
  }
  if (!valued.test(value)) return false;
  const operand = cursor.words[cursor.at];
  cursor.at++;
  return guards(value, operand, cursor.judging);
}

function actionWords(name: string, cursor: Cursor): readonly ShellWord[] {
  if (name === "-delete") return [];
  if (!carriers.has(name)) {
    const file = cursor.words[cursor.at];
    cursor.at += name === "-fprintf" ? 2 : 1;
    return file === undefined ? [] : [file];
  }
  const from = cursor.at;
  while (cursor.at < cursor.words.length && cursor.words[cursor.at]?.value !== ";" && !isPlus(cursor)) cursor.at++;
  const words = cursor.words.slice(from, cursor.at);
  cursor.at++;
  return words;
}

const isPlus = ({ words, at }: Cursor): boolean => words[at]?.value === "+" && words[at - 1]?.value === "{}";

interface FindCall {
  readonly starts: readonly ShellWord[];
  readonly actions: readonly Action[];
  /** Whether what it prints can't be a protected name. */
  readonly isGuarded: boolean;
}

function readFind(words: readonly ShellWord[], judging: Judging): FindCall {
  const first = words.findIndex(({ value }, index) => index > 0 && /^(?:-(?![HLPDO]\d?$)|[(!]$)/.test(value));
  const end = first < 0 ? words.length : first;
  const starts = words.slice(1, end).filter(({ value }) => !/^-[HLPDO]/.test(value));
  const cursor: Cursor = { words: words.slice(end), judging, found: [], at: 0 };
  let isGuarded = readAny(cursor, false);
  while (cursor.at < cursor.words.length) {
    cursor.at++;
    isGuarded = readAny(cursor, false) && isGuarded;
  }
  return { starts: starts.length === 0 ? [knownWord(".")] : starts, actions: cursor.found, isGuarded };
}

/** The words with `{}` made one of the files found. */
const withFound = (words: readonly ShellWord[], file: ShellWord): readonly ShellWord[] =>
  words.map((word) =>
    word.value.includes("{}")
      ? {
          value: word.value.replaceAll("{}", file.value),
          text: word.text,
          certainty: lessSure(word.certainty, file.certainty),
        }
      : word,
  );

/** `-execdir` runs where the file is: its name from here means nothing there. */
const absolute = (start: ShellWord, { place: { folder } }: ShellCommand, { scene }: Judging): ShellWord => ({
  ...start,
  value: folderAt(scene.root, folder, start) ?? start.value,
});

/** Judges what `find` does with what it finds. */
export function* judgeFind(command: ShellCommand, judging: Judging): Findings {
  const call = readFind(command.words, judging);
  for (const action of call.actions) {
    if (action.name !== "-delete" && !carriers.has(action.name)) {
      for (const file of action.words) yield* judgeTarget(file, "replaces", command, judging);
      continue;
    }
    const isInPlace = action.name.endsWith("dir");
    const place = isInPlace ? { ...command.place, folder: null } : command.place;
    for (const file of call.starts
      .map((start) => (isInPlace ? absolute(start, command, judging) : start))
      .flatMap((start) => foundBelow(start, action.isGuarded)))
      yield* action.name === "-delete"
        ? judgeTarget(file, "removes", command, judging)
        : judging.command({
            ...command,
            place,
            words: withFound(action.words, file),
            settings: [],
            writes: [],
            reads: [],
          });
  }
}

/** Judges `fd`, where it starts a command for what it finds. */
export function* judgeFd(command: ShellCommand, judging: Judging): Findings {
  const at = command.words.findIndex(({ value }) => /^(?:-[xX]|--exec|--exec-batch)$/.test(value));
  if (at < 0) return;
  const given = readOptions(command.words.slice(1, at), {
    anywhere: true,
    values: "eEtdSjc",
    longValues: ["--extension", "--exclude", "--type", "--max-depth"],
  });
  const starts = given.operands.length > 1 ? given.operands.slice(1) : [knownWord(".")];
  const extensions = valuesOf(given, "-e", "--extension");
  const isGuarded =
    extensions.length > 0 && extensions.every(({ value }) => !nameReaches(`*.${value}`, judging.scene.planFiles));
  const words = command.words.slice(at + 1);
  if (words.length === 0) yield finding("unknown-command", "`fd` is given nothing to run.");
  const withPlace = words.some(({ value }) => value.includes("{")) ? words : [...words, knownWord("{}")];
  for (const file of starts.flatMap((start) => foundBelow(start, isGuarded)))
    yield* judging.command({ ...command, words: withFound(withPlace, file), settings: [], writes: [], reads: [] });
}

/** What a `find` prints, as words of another command; null where it does something else with it. */
export function wordsFound(command: ShellCommand, judging: Judging): readonly ShellWord[] {
  const call = readFind(command.words, judging);
  return call.starts.flatMap((start) => foundBelow(start, call.isGuarded));
}

/** What a program that lists files below folders prints, as words of another command. */
export const wordsBelow = (folders: readonly ShellWord[], isGuarded: boolean): readonly ShellWord[] =>
  (folders.length === 0 ? [knownWord(".")] : folders).flatMap((folder) => foundBelow(folder, isGuarded));
