import { isOpen, type ShellWord } from "./reading/shell-word.ts";

/** How a program reads its options, as far as it matters where its operands begin. */
export interface OptionTable {
  /** Letters that take a value: the rest of their word, else the next word. */
  readonly values?: string;
  /** Letters whose value can only be the rest of their word. */
  readonly attached?: string;
  /** Letters that may be followed by digits. */
  readonly digits?: string;
  /** Long options that take a value. */
  readonly longValues?: readonly string[];
  /** Long options known to take none; with `plainLongs` every other one is taken for one that may. */
  readonly plainLongs?: RegExp;
  /** The value of a letter is always the next word, as shells have it. */
  readonly nextWord?: true;
  /** `+o` is an option, too. */
  readonly plus?: true;
  /** Options may stand after operands. */
  readonly anywhere?: true;
  /** Options behind which every word is an operand. */
  readonly last?: readonly string[];
  /** Long options with one dash: `-exec`, `-Command`. */
  readonly singleDash?: true;
}

/** One option as it was given. */
export interface GivenOption {
  /** `-c` or `--command`, in full where it was shortened and the table knows it. */
  readonly name: string;
  readonly value: ShellWord | null;
}

/** A command's words behind its program, told apart. */
export interface GivenOptions {
  readonly options: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
  /** Index of the first operand in the words that were given; their number where there is none. */
  readonly firstOperand: number;
  /** True where a word before the first operand could be an option that the table does not know, or several. */
  readonly isUnsure: boolean;
}

const part = (word: ShellWord, value: string): ShellWord => ({ ...word, value });

interface Reading {
  readonly options: GivenOption[];
  readonly operands: ShellWord[];
  firstOperand: number;
  isUnsure: boolean;
}

/** The table's full name of a long option that may be shortened. */
const fullName = (name: string, table: OptionTable): string =>
  name.length < 5 || table.longValues?.includes(name) === true
    ? name
    : (table.longValues?.find((long) => long.startsWith(name)) ?? name);

const readLong = (words: readonly ShellWord[], at: number, table: OptionTable, into: Reading): number => {
  const word = words[at];
  if (word === undefined) return at;
  const equals = word.value.indexOf("=");
  const name = fullName(equals < 0 ? word.value : word.value.slice(0, equals), table);
  if (equals >= 0) {
    into.options.push({ name, value: part(word, word.value.slice(equals + 1)) });
    return at;
  }
  if (table.longValues?.includes(name) === true) {
    into.options.push({ name, value: words[at + 1] ?? null });
    return at + 1;
  }
  if (table.plainLongs !== undefined && !table.plainLongs.test(name)) into.isUnsure = true;
  into.options.push({ name, value: null });
  return at;
};

const readLetters = (words: readonly ShellWord[], at: number, table: OptionTable, into: Reading): number => {
  const word = words[at];
  if (word === undefined) return at;
  let next = at;
  for (let here = 1; here < word.value.length; here++) {
    const letter = word.value[here] ?? "";
    const rest = word.value.slice(here + 1);
    const name = `-${letter}`;
    if (table.digits?.includes(letter) === true) {
      here += /^\d*/.exec(rest)?.[0].length ?? 0;
      into.options.push({ name, value: null });
      continue;
    }
    if (table.attached?.includes(letter) === true) {
      into.options.push({ name, value: rest === "" ? null : part(word, rest) });
      return next;
    }
    if (table.values?.includes(letter) !== true) {
      into.options.push({ name, value: null });
      continue;
    }
    if (rest !== "" && table.nextWord !== true) {
      into.options.push({ name, value: part(word, rest) });
      return next;
    }
    next++;
    into.options.push({ name, value: words[next] ?? null });
  }
  return next;
};

const isDashed = ({ value }: ShellWord, table: OptionTable): boolean =>
  value.length > 1 && (value.startsWith("-") || (table.plus === true && value.startsWith("+")));

const isLong = ({ value }: ShellWord, table: OptionTable): boolean =>
  value.startsWith("--") || (table.singleDash === true && value.length > 2) || isListed(value, table);

/** Reads options, and operands between them; the answer is where words begin that are operands for sure. */
const readDashed = (words: readonly ShellWord[], table: OptionTable, into: Reading): number => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) return at;
    if (word.value === "--" || word.value === "--%") return at + 1;
    if (isOpen(word)) into.isUnsure = true;
    if (!isDashed(word, table)) {
      if (table.anywhere !== true) return at;
      into.operands.push(word);
      into.firstOperand = Math.min(into.firstOperand, at);
      continue;
    }
    at = isLong(word, table) ? readLong(words, at, table, into) : readLetters(words, at, table, into);
    if (table.last?.includes(into.options.at(-1)?.name ?? "") === true) return at + 1;
  }
  return words.length;
};

/** Tells options and operands of a program's words apart. The words are those behind the program's name. */
export function readOptions(words: readonly ShellWord[], table: OptionTable): GivenOptions {
  const into: Reading = { options: [], operands: [], firstOperand: words.length, isUnsure: false };
  const rest = readDashed(words, table, into);
  into.firstOperand = Math.min(into.firstOperand, rest);
  into.operands.push(...words.slice(rest));
  return into;
}

const isListed = (value: string, table: OptionTable): boolean =>
  value.length > 2 && table.longValues?.includes(value.replace(/=.*$/, "")) === true;

/** Long options may be shortened. */
const isNamed = (name: string, names: readonly string[]): boolean =>
  names.some((one) => one === name || (name.length > 4 && name.startsWith("--") && one.startsWith(name)));

/** True where one of the options was given. */
export const hasOption = ({ options }: GivenOptions, ...names: readonly string[]): boolean =>
  options.some(({ name }) => isNamed(name, names));

/** The values that were given to these options. */
export const valuesOf = ({ options }: GivenOptions, ...names: readonly string[]): readonly ShellWord[] =>
  options.flatMap(({ name, value }) => (value !== null && isNamed(name, names) ? [value] : []));
