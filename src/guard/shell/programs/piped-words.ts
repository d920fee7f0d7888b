import type { Judging } from "../finding.ts";
import { readOptions, valuesOf } from "../options.ts";
import { nameReaches } from "../pattern-reaches.ts";
import type { ShellCommand, ShellInput } from "../reading/shell-command.ts";
import { programName, type ShellWord } from "../reading/shell-word.ts";
import { wordsBelow, wordsFound } from "./find.ts";

const unknown: ShellWord = { value: "", text: "what comes from standard input", certainty: "unknown" };

/** Programs that pass on some of their lines as they are. */
const filters = new Set(["head", "tail", "sort", "uniq", "tac", "shuf"]);
const greps = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack"]);

const texts = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words.flatMap((word) =>
    word.value
      .replaceAll(/\\[nt0]/g, " ")
      .split(/\s+/)
      .filter((part) => part !== "")
      .map((part) => ({ ...word, value: part })),
  );

const grepped = (words: readonly ShellWord[], input: ShellInput, judging: Judging): readonly ShellWord[] => {
  const given = readOptions(words, {
    anywhere: true,
    values: "efmABCgtT",
    longValues: ["--regexp", "--file", "--include", "--exclude", "--exclude-dir", "--glob", "--type", "--max-count"],
  });
  const isListing = given.options.some(({ name }) => name === "-l" || name === "-L" || name.startsWith("--files"));
  const hasPattern = given.options.some(
    ({ name }) => name === "-e" || name === "-f" || name === "--regexp" || name === "--files",
  );
  const folders = given.operands.slice(hasPattern ? 0 : 1);
  if (!isListing) return folders.length === 0 ? pipedWords(input, judging) : [unknown];
  const only = valuesOf(given, "--include", "-g", "--glob");
  return wordsBelow(
    folders,
    only.length > 0 && only.every(({ value }) => !nameReaches(value, judging.scene.planFiles)),
  );
};

const gitListed = (words: readonly ShellWord[]): readonly ShellWord[] | null => {
  const [name, ...rest] = words;
  if (name?.value !== "ls-files" && name?.value !== "grep" && name?.value !== "diff") return null;
  const dashes = rest.findIndex(({ value }) => value === "--");
  const paths =
    name.value === "ls-files"
      ? rest.filter(({ value }) => !value.startsWith("-"))
      : dashes < 0
        ? []
        : rest.slice(dashes + 1);
  return wordsBelow(paths, false);
};

/** The words that a program reads from a pipe, as far as what writes into the pipe can be told. */
export function pipedWords(input: ShellInput, judging: Judging): readonly ShellWord[] {
  if (input.kind === "own") return [unknown];
  if (input.body !== null) return texts([input.body]);
  const words = input.from.flatMap((command) => written(command, judging));
  return words.length === 0 ? [unknown] : words;
}

function written(command: ShellCommand, judging: Judging): readonly ShellWord[] {
  const [program, ...args] = command.words;
  if (program === undefined) return [];
  const name = programName(program.value);
  if (name === "echo" || name === "printf") return texts(args.filter(({ value }) => !/^-[neE]+$/.test(value)));
  if (name === "find") return wordsFound(command, judging);
  if (name === "git") return gitListed(args) ?? [unknown];
  if (greps.has(name)) return grepped(args, command.input, judging);
  if (filters.has(name) && args.every(({ value }) => /^-[\w]*$|^\d+$/.test(value)))
    return pipedWords(command.input, judging);
  return [{ ...unknown, text: command.words.map(({ text }) => text).join(" ") }];
}
