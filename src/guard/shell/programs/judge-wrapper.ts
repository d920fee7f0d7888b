import { finding, type Findings, type Judging, none, shownWord } from "../finding.ts";
import { type GivenOptions, hasOption, readOptions, valuesOf } from "../options.ts";
import { folderAt } from "../reading/places.ts";
import type { ShellCommand, ShellSetting } from "../reading/shell-command.ts";
import { isOpen, isTold, knownWord, lessSure, type ShellWord } from "../reading/shell-word.ts";
import { pipedWords } from "./piped-words.ts";
import type { Wrapper } from "./wrappers.ts";

/** How a wrapper's words were taken apart. `none`: the row says nothing of this call. */
export interface Unwrapped {
  readonly findings: Findings;
  /** True where an option that the table does not know may have hidden the command. */
  readonly isUnsure: boolean;
}

const assignment = /^([A-Za-z_][\w%(){}]*)=/;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function* judgeText(word: ShellWord, command: ShellCommand, judging: Judging): Findings {
  if (isTold(word)) yield* judging.script(word.value, command);
  else yield finding("unknown-command", `What ${shownWord(word)} runs can't be known before the command runs.`);
}

function* judgeJoined(words: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const open = words.find((word) => !isTold(word) && word.certainty !== "glob");
  if (open !== undefined)
    yield finding("unknown-command", `What ${shownWord(open)} runs can't be known before the command runs.`);
  yield* judging.script(words.map(({ value }) => value).join(" "), command);
}

const settingsBefore = (words: readonly ShellWord[]): readonly ShellSetting[] => {
  const settings: ShellSetting[] = [];
  for (const word of words) {
    const name = assignment.exec(word.value)?.[1];
    if (name === undefined) break;
    settings.push({ name, value: { ...word, value: word.value.slice(name.length + 1) } });
  }
  return settings;
};

/** The command with the words that come from its input: in the place of a mark, else behind the others. */
const withPiped = (
  words: readonly ShellWord[],
  given: GivenOptions,
  command: ShellCommand,
  judging: Judging,
): readonly (readonly ShellWord[])[] => {
  const piped = hasOption(given, "-a", "--arg-file")
    ? pipedWords({ kind: "own" }, judging)
    : pipedWords(command.input, judging);
  const mark = valuesOf(given, "-I", "--replace")[0]?.value ?? (hasOption(given, "-i", "--replace") ? "{}" : null);
  if (mark === null) return [[...words, ...piped]];
  return piped.map((word) =>
    words.map((one) =>
      one.value.includes(mark)
        ? {
            text: one.text,
            value: one.value.replaceAll(mark, word.value),
            certainty: lessSure(one.certainty, word.certainty),
          }
        : one,
    ),
  );
};

function* judgeStarted(
  row: Wrapper,
  words: readonly ShellWord[],
  given: GivenOptions,
  where: { readonly command: ShellCommand; readonly judging: Judging },
): Findings {
  const { command, judging } = where;
  const [into] = valuesOf(given, ...(row.folder ?? []));
  const folder = into === undefined ? command.place.folder : folderAt(judging.scene.root, command.place.folder, into);
  const inner: ShellCommand = { ...command, place: { ...command.place, folder }, settings: [], writes: [], reads: [] };
  const settings = row.settings === true ? settingsBefore(words) : [];
  const rest = words.slice(settings.length);
  if (rest.length === 0) {
    const started = row.startsShell === true ? [knownWord("sh")] : [];
    yield* judging.command({ ...inner, words: started, settings });
    return;
  }
  if (row.shell?.includes(rest[0]?.value ?? "") === true) {
    if (rest[1] !== undefined) yield* judgeText(rest[1], inner, judging);
    return;
  }
  if (row.joins === true) {
    yield* judgeJoined(rest, inner, judging);
    if (row.appends !== true) return;
  }
  if (row.texts === true) {
    for (const text of rest) yield* judgeText(text, inner, judging);
    return;
  }
  const started = row.as === undefined ? rest : [knownWord(row.as), ...rest];
  const calls = row.appends === true ? withPiped(started, given, command, judging) : [started];
  for (const call of calls)
    yield* judging.command({
      ...inner,
      words: call,
      settings,
      ...(row.appends === true ? { input: { kind: "own" } as const } : {}),
    });
}

function* judgeRow(
  row: Wrapper,
  args: readonly ShellWord[],
  given: GivenOptions,
  where: { readonly command: ShellCommand; readonly judging: Judging },
): Findings {
  const { command, judging } = where;
  for (const text of valuesOf(given, ...(row.shell ?? []))) yield* judgeText(text, command, judging);
  for (const text of valuesOf(given, ...(row.split ?? []))) {
    const rest = given.operands.map(({ value }) => quoted(value)).join(" ");
    yield* isOpen(text) ? judgeText(text, command, judging) : judging.script(`${text.value} ${rest}`, command);
  }
  const isCarried = hasOption(given, ...(row.shell ?? []));
  if (row.onlyOptions === true && row.startsShell === true && !isCarried) yield* judgeStarted(row, [], given, where);
  if (row.onlyOptions === true || hasOption(given, ...(row.module ?? []))) return;
  if (row.behindDashes === true) {
    const dashes = args.findIndex(({ value }) => value === "--");
    if (dashes >= 0) yield* judgeStarted(row, args.slice(dashes + 1), given, where);
    return;
  }
  if ((row.split ?? []).some((name) => hasOption(given, name))) return;
  yield* judgeStarted(row, given.operands.slice(row.skip ?? 0), given, where);
}

/** Judges what a wrapper of the table starts; null where none of its rows is about this call. */
export function judgeWrapper(rows: readonly Wrapper[], command: ShellCommand, judging: Judging): Unwrapped | null {
  const args = command.words.slice(1);
  const found: Findings[] = [];
  let isUnsure = false;
  for (const row of rows) {
    const own = readOptions(args, row);
    if (hasOption(own, ...(row.idle ?? []))) {
      if (row.as === undefined) return { findings: none, isUnsure: false };
      continue;
    }
    const first = own.operands[0]?.value ?? "";
    if (row.own?.test(first) === true || (row.under !== undefined && !row.under.includes(first))) continue;
    const rest = row.under === undefined ? args : own.operands.slice(1);
    const plain = { options: [], operands: rest, firstOperand: 0, isUnsure: false };
    const given = row.under === undefined ? own : row.raw === true ? plain : readOptions(rest, row);
    isUnsure ||= given.isUnsure;
    found.push(judgeRow(row, rest, given, { command, judging }));
    if (row.under !== undefined && row.onlyOptions !== true) break;
  }
  return found.length === 0 ? null : { isUnsure, findings: chain(found) };
}

function* chain(all: readonly Findings[]): Findings {
  for (const findings of all) yield* findings;
}
