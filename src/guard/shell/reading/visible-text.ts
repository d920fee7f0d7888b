import type { ShellCommand, ShellInput } from "./shell-command.ts";
import { programName, type ShellWord } from "./shell-word.ts";

const unescaped = (text: string): string => text.replaceAll(/\\n/g, "\n").replaceAll(/\\t/g, "\t");

const joined = (words: readonly ShellWord[]): string => words.map(({ value }) => value).join(" ");

/** What a command prints, as far as it stands in the line; null where it does not. */
export function printedText({ words: [program, ...args], input }: ShellCommand): string | null {
  switch (programName(program?.value ?? "")) {
    case "echo":
      return unescaped(joined(args.filter(({ value }) => !/^-[neE]+$/.test(value))));
    case "printf":
      return unescaped(joined(args)).replaceAll(/%[bsq]/g, "\n");
    case "cat":
    case "tee":
      return inputText(input);
    default:
      return null;
  }
}

/** What is given to a command as its input, as far as it stands in the line; null where it does not. */
export function inputText(input: ShellInput): string | null {
  if (input.kind === "own") return null;
  return input.body?.value ?? input.from.map(printedText).find((text) => text !== null) ?? null;
}
