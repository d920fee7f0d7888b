import { type Findings, type Judging, none } from "../finding.ts";
import { type GivenOptions, hasOption, readOptions, valuesOf } from "../options.ts";
import { nameReaches } from "../pattern-reaches.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { knownWord, type ShellWord } from "../reading/shell-word.ts";
import { isPlan, judgeFilledFolder, judgeTarget, type PathUse } from "../targets.ts";
import type { FileProgram } from "./file-programs.ts";

const baseName = (path: string): string => {
  const bare = path.replace(/\/+$/, "");
  return bare.slice(bare.lastIndexOf("/") + 1);
};

const remote = /^(?:[\w.-]+@)?[\w.-]{2,}:(?!\\)/;

/** Files of any name come along: a folder's content, or what a pattern stands for. */
const bringsAny = (source: ShellWord, judging: Judging): boolean =>
  /(?:^|\/)\.{1,2}\/?$|\/$/.test(source.value) ||
  (source.certainty === "glob" && nameReaches(baseName(source.value), judging.scene.planFiles));

interface Transfer {
  readonly sources: readonly ShellWord[];
  readonly to: ShellWord;
  /** Whole folders come along. */
  readonly isRecursive: boolean;
  /** The destination is a folder for sure. */
  readonly isFolder: boolean;
}

function* judgeArrival(
  { sources, to, isRecursive, isFolder }: Transfer,
  command: ShellCommand,
  judging: Judging,
): Findings {
  const isTemp = judging.scene.temp.some((temp) => temp.replace(/\/+$/, "") === to.value.replace(/\/+$/, ""));
  if (!isFolder && !isTemp) yield* judgeTarget(to, "edits", command, judging);
  if (isPlan(to, command, judging)) return;
  for (const source of sources) {
    const name = baseName(source.value).replace(/^.*:/, "");
    if (isRecursive && bringsAny(source, judging)) yield* judgeFilledFolder(to, command, judging);
    else if (source.certainty === "glob" && bringsAny(source, judging)) yield* judgeFilledFolder(to, command, judging);
    else if (name !== "" && source.certainty !== "unknown" && source.certainty !== "inherited") {
      const there = { ...to, value: `${to.value.replace(/\/+$/, "")}/${name}` };
      yield* isRecursive ? judgeFilledFolder(there, command, judging) : judgeTarget(there, "edits", command, judging);
    }
  }
}

const transferOf = (row: FileProgram, given: GivenOptions, operands: readonly ShellWord[]): Transfer | null => {
  const isRecursive = row.effect === "moves" || hasOption(given, ...(row.recursive ?? []));
  const [into] = valuesOf(given, ...(row.into ?? []));
  if (into !== undefined) return { sources: operands, to: into, isRecursive, isFolder: true };
  const to = operands.at(-1);
  if (to === undefined) return null;
  if (operands.length > 1) return { sources: operands.slice(0, -1), to, isRecursive, isFolder: false };
  return row.effect === "links" ? { sources: operands, to: knownWord("."), isRecursive, isFolder: true } : null;
};

/** A symbolic link's target is read from the folder that the link lies in. */
const linkTarget = (source: ShellWord, { to, isFolder }: Transfer, given: GivenOptions): ShellWord => {
  if (!hasOption(given, "-s", "--symbolic") || source.value.startsWith("/")) return source;
  const folder = isFolder ? to.value : to.value.slice(0, to.value.lastIndexOf("/") + 1);
  return { ...source, value: folder === "" ? source.value : `${folder.replace(/\/+$/, "")}/${source.value}` };
};

function* judgeTransfer(
  row: FileProgram,
  given: GivenOptions,
  transfer: Transfer,
  where: { readonly command: ShellCommand; readonly judging: Judging },
): Findings {
  const { command, judging } = where;
  const isLink = row.effect === "links" || hasOption(given, ...(row.linking ?? []));
  const sourceUse: PathUse | null = isLink
    ? "links"
    : row.effect === "moves" || hasOption(given, ...(row.removing ?? []))
      ? "removes"
      : null;
  if (sourceUse !== null)
    for (const source of transfer.sources)
      yield* judgeTarget(isLink ? linkTarget(source, transfer, given) : source, sourceUse, command, judging);
  if (!remote.test(transfer.to.value)) yield* judgeArrival(transfer, command, judging);
}

const useOf = (row: FileProgram, given: GivenOptions): PathUse | null => {
  if (hasOption(given, ...(row.unless ?? []))) return null;
  if (row.needs !== undefined && !hasOption(given, ...row.needs)) return null;
  switch (row.effect) {
    case "removes":
      return "removes";
    case "replaces":
      return hasOption(given, ...(row.appends ?? [])) ? "edits" : "replaces";
    case "edits":
      return hasOption(given, ...(row.recursive ?? [])) ? "removes" : "edits";
    case "copies":
    case "moves":
    case "links":
    case "reads":
      return null;
  }
};

/** What is downloaded under the name that it has in its address. */
function* judgeSaved(row: FileProgram, given: GivenOptions, command: ShellCommand, judging: Judging): Findings {
  if (row.saves === undefined || (row.saves !== "always" && !hasOption(given, ...row.saves))) return;
  for (const address of given.operands) {
    const name = baseName(address.value.replace(/[?#].*$/, ""));
    if (name !== "") yield* judgeTarget({ ...address, value: name }, "edits", command, judging);
  }
}

/** Judges what a program of the table does to the paths among its words. */
export function* judgeFiles(row: FileProgram, command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(command.words.slice(1), row);
  for (const output of valuesOf(given, ...(row.outputs ?? [])))
    yield* output.value === "-" ? none : judgeTarget(output, "replaces", command, judging);
  yield* judgeSaved(row, given, command, judging);
  const operands = given.operands
    .slice(row.skip ?? 0)
    .map((word) => ({ ...word, value: word.value.replace(/^file:(?:\/\/)?([^?]*).*$/, "$1") }))
    .map((word) => (row.globs === true && /[*?[{]/.test(word.value) ? { ...word, certainty: "glob" as const } : word));
  const isOn = row.needs === undefined || hasOption(given, ...row.needs);
  if (isOn && (row.effect === "copies" || row.effect === "moves" || row.effect === "links")) {
    const transfer = transferOf(row, given, operands);
    if (transfer !== null) yield* judgeTransfer(row, given, transfer, { command, judging });
    else if (operands[0] !== undefined) yield* judgeTarget(operands[0], "edits", command, judging);
    return;
  }
  const use = useOf(row, given);
  if (use !== null) for (const operand of operands) yield* judgeTarget(operand, use, command, judging);
}
