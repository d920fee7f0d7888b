import { folderAt } from "./reading/places.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import { programName } from "./reading/shell-word.ts";
import { printedText } from "./reading/visible-text.ts";

/** The texts that a line writes into files, by absolute path. */
export type WrittenScripts = ReadonlyMap<string, readonly string[]>;

/** Collects what the commands of a line write into files; in which order they do so plays no part. */
export function writtenScripts(commands: readonly ShellCommand[], root: string): WrittenScripts {
  const found = new Map<string, string[]>();
  for (const command of commands) {
    const files = [
      ...command.writes.map(({ word }) => word),
      ...(programName(command.words[0]?.value ?? "") === "tee" ? command.words.slice(1) : []),
    ];
    const text = files.length === 0 ? null : printedText(command);
    if (text === null) continue;
    for (const file of files) {
      const path = folderAt(root, command.place.folder, file);
      if (path !== null) found.set(path, [...(found.get(path) ?? []), text]);
    }
  }
  return found;
}
