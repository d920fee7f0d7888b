import { commands } from "./command-table.ts";

const options: readonly (readonly [string, string])[] = [
  ["--debug", "show the stack of an error"],
  ["-V, --version", "print the version"],
  ["-h, --help", "print this; `ralph COMMAND --help` tells more, with examples"],
];

const firstSteps: readonly (readonly [string, string])[] = [
  ["ralph demo", "see the whole loop in a small repository, without an account"],
  ["ralph init", "set this repository up"],
  ["ralph run", "work its backlog"],
];

/** The help of the program as a whole, from the table of commands: made without the parser, since it is asked for most often. */
export function rootHelp(): string {
  const shown = commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, description }) => [name, description] as const);
  return [
    "Usage: ralph [options] [command]",
    "",
    "Runs coding agents unattended over a repository's backlog, and stops for the",
    "right reason.",
    "",
    "Options:",
    ...columns(options),
    "",
    "Commands:",
    ...columns(shown),
    "",
    "First steps:",
    ...columns(firstSteps),
    "",
  ].join("\n");
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
}
