import type {
  Assignment,
  ParameterExpansionPart,
  ParameterReplaceOperation,
  ParsedScript,
  Word,
  WordPart,
} from "unbash";
import { parse } from "unbash";
import { expandBraces } from "./expand-braces.ts";
import { type Certainty, lessSure, type ShellWord } from "./shell-word.ts";
import { knownSubstitution, type SubstitutionScope } from "./known-substitution.ts";

/** What is known where a word stands. Folders are absolute; null is unknown. */
export interface WordScope extends SubstitutionScope {
  readonly home: string | null;
  /** What a variable stands for here: null where the script does not set it. */
  readonly lookUp: (name: string) => ShellWord | null;
}

interface Piece {
  readonly value: string;
  readonly certainty: Certainty;
}

const nothing: Piece = { value: "", certainty: "known" };
const join = (pieces: readonly Piece[]): Piece =>
  pieces.reduce(
    (before, piece) => ({
      value: before.value + piece.value,
      certainty: lessSure(before.certainty, piece.certainty),
    }),
    nothing,
  );
const known = (value: string): Piece => ({ value, certainty: "known" });
const orUnknown = (value: string | null, text: string): Piece =>
  value === null ? { value: text, certainty: "unknown" } : known(value);

/** Variables that are always a number. */
const numeric = new Set(["?", "#", "$", "!", "RANDOM", "SECONDS", "UID", "EUID", "PPID", "LINENO", "BASHPID", "SHLVL"]);
const positional = /^(?:\d+|[@*_-])$/;

const variable = (name: string, text: string, scope: WordScope): Piece => {
  const bound = scope.lookUp(name);
  if (bound !== null) return bound;
  if (name === "PWD") return orUnknown(scope.folder, text);
  if (name === "HOME" && scope.home !== null) return { value: scope.home, certainty: "told" };
  if (numeric.has(name)) return known("0");
  return { value: text, certainty: positional.test(name) ? "unknown" : "inherited" };
};

/** `${name%.js}` and its like, for patterns of which the outcome can be told from the text. */
const withoutPart = (value: string, operator: string, pattern: string): string | null => {
  if (!/[*?[\\]/.test(pattern)) {
    if (operator.startsWith("%")) return value.endsWith(pattern) ? value.slice(0, -pattern.length || undefined) : value;
    return value.startsWith(pattern) ? value.slice(pattern.length) : value;
  }
  const key = `${operator} ${pattern}`;
  const slash = value.lastIndexOf("/");
  if (key === "## */") return value.slice(slash + 1);
  if (key === "% /*") return slash < 0 ? value : value.slice(0, slash);
  if (key === "% .*") return value.includes(".") ? value.slice(0, value.lastIndexOf(".")) : value;
  return null;
};

const parameter = (part: ParameterExpansionPart, scope: WordScope): Piece => {
  const open: Piece = { value: part.text, certainty: "unknown" };
  if (part.prefix === "#") return known("0");
  if (part.prefix !== undefined || part.index !== undefined) return open;
  const whole = variable(part.parameter, part.text, scope);
  if (part.operation === undefined) return whole;
  if (part.operation.type === "Replace" && whole.certainty !== "inherited" && whole.certainty !== "unknown")
    return replacedPart(whole, part.operation, scope) ?? open;
  if (part.operation.type !== "Remove" || whole.certainty === "inherited" || whole.certainty === "unknown")
    return part.operation.type === "Default" && whole.certainty === "inherited"
      ? defaulted(whole, part.operation.operand, scope)
      : open;
  const [pattern, ...more] = fieldsOf(part.operation.operand, scope);
  if (pattern === undefined || more.length > 0 || pattern.certainty === "unknown") return open;
  const value = withoutPart(whole.value, part.operation.operator, pattern.value);
  return value === null ? open : { value, certainty: whole.certainty };
};

/** `${name/a/b}`, where both are plain texts. */
const replacedPart = (
  whole: Piece,
  { operator, pattern, replacement }: ParameterReplaceOperation,
  scope: WordScope,
): Piece | null => {
  const [[from, ...more], [to = nothing]] = [fieldsOf(pattern, scope), fieldsOf(replacement, scope)];
  if (from === undefined || more.length > 0 || from.value === "" || /[*?[\\]/.test(from.value)) return null;
  if (from.certainty !== "known" || to.certainty !== "known") return null;
  const { value } = whole;
  if (operator === "//") return { ...whole, value: value.replaceAll(from.value, () => to.value) };
  if (operator === "/") return { ...whole, value: value.replace(from.value, () => to.value) };
  if (operator === "/#")
    return { ...whole, value: value.startsWith(from.value) ? to.value + value.slice(from.value.length) : value };
  return { ...whole, value: value.endsWith(from.value) ? value.slice(0, -from.value.length) + to.value : value };
};

/** A default counts where the environment sets nothing: it has to be harmless as well, so both stand in the value. */
const defaulted = (whole: Piece, operand: Word, scope: WordScope): Piece => {
  const [only, ...more] = fieldsOf(operand, scope);
  const fallback = only === undefined ? nothing : only;
  return more.length > 0 || fallback.certainty === "unknown"
    ? { ...whole, certainty: "unknown" }
    : { value: fallback.value === "" ? whole.value : fallback.value, certainty: "inherited" };
};

const partOf = (part: WordPart, scope: WordScope, isQuoted: boolean): Piece => {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return known(part.value);
    case "Glob":
      return { value: part.value, certainty: "glob" };
    case "ExtendedGlob":
      return { value: "*", certainty: "glob" };
    case "DoubleQuoted":
    case "LocaleString":
      return join(part.parts.map((inner) => partOf(inner, scope, true)));
    case "SimpleExpansion":
      return split(variable(part.text.slice(1), part.text, scope), isQuoted, scope);
    case "ParameterExpansion":
      return split(parameter(part, scope), isQuoted, scope);
    case "CommandExpansion":
      return orUnknown(part.script === undefined ? null : substituted(part.script, scope), part.text);
    case "ArithmeticExpansion":
      return known("0");
    case "ProcessSubstitution":
      return known("/dev/fd/63");
    case "BraceExpansion":
      return { value: part.text, certainty: "unknown" };
  }
};

/** Without quotes a value is split at blanks: what then becomes of it isn't worth knowing. */
const split = (piece: Piece, isQuoted: boolean, scope: WordScope): Piece =>
  !isQuoted &&
  piece.value !== "" &&
  (/\s/.test(piece.value) || (scope.lookUp("IFS") !== null && piece.certainty !== "inherited"))
    ? { ...piece, certainty: "unknown" }
    : piece;

/** What a substitution gives, where it is one plain command of which that can be told. */
const substituted = (script: ParsedScript, scope: WordScope): string | null => {
  const [statement, ...more] = script.commands;
  const command = statement?.command;
  if (command?.type !== "Command" || more.length > 0 || command.name === undefined) return null;
  if (command.redirects.some((redirect) => redirect.type !== "Redirect" || redirect.operator === "<")) return null;
  const words = [command.name, ...command.args].flatMap((word) => (word.type === "Word" ? fieldsOf(word, scope) : []));
  return words.every(({ certainty }) => certainty === "known")
    ? knownSubstitution(
        words.map(({ value }) => value),
        scope,
      )
    : null;
};

const tilde = (piece: Piece, text: string, scope: WordScope): Piece => {
  const [, before = "", name = ""] = /^(\w+=|)~([^/:]*)/.exec(text) ?? [];
  if (!/^(\w+=|)~/.test(text)) return piece;
  const folder = name === "" ? scope.home : name === "+" ? scope.folder : null;
  if (folder === null) return { value: piece.value, certainty: "unknown" };
  return {
    value: `${before}${folder}${piece.value.slice(before.length + 1 + name.length)}`,
    certainty: piece.certainty,
  };
};

const oneField = (word: Word, scope: WordScope): ShellWord => {
  const piece =
    word.parts === undefined ? known(word.value) : join(word.parts.map((part) => partOf(part, scope, false)));
  return { ...tilde(piece, word.text, scope), text: word.text };
};

/** What these parts come to as one text, quoted as a here-document is. */
export function quotedText(parts: readonly WordPart[], text: string, scope: WordScope): ShellWord {
  return { ...join(parts.map((part) => partOf(part, scope, true))), text };
}

const hasBraces = (word: Word): boolean => word.parts?.some(({ type }) => type === "BraceExpansion") ?? false;

/** The words that a written word becomes: one, or several where it has braces. */
export function fieldsOf(word: Word, scope: WordScope): readonly ShellWord[] {
  if (!hasBraces(word)) return [oneField(word, scope)];
  const texts = expandBraces(word.text);
  if (texts === null) return [{ value: word.value, text: word.text, certainty: "unknown" }];
  // An empty word without quotes is none.
  return texts
    .filter((text) => text !== "")
    .map((text) => {
      const command = parse(`: ${text}`).commands[0]?.command;
      const made = command?.type === "Command" ? command.args[0] : undefined;
      return made?.type === "Word" ? oneField(made, scope) : { value: text, text, certainty: "unknown" };
    });
}

/** An assignment as one word, `NAME=value`. Lists are unknown. */
export function assignmentWord(assignment: Assignment, scope: WordScope): ShellWord {
  const { name, value, text } = assignment;
  if (value.type !== "Word") return { value: text, text, certainty: "unknown" };
  const word = oneField(value, scope);
  return { value: `${name}=${word.value}`, text, certainty: word.certainty };
}
