import { finding, type Findings, type Judging } from "../finding.ts";
import { hasOption, type OptionTable, readOptions, valuesOf } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { knownWord, type ShellWord } from "../reading/shell-word.ts";
import { judgeFilledFolder, judgeTarget } from "../targets.ts";

/** A program that packs files into one, and takes them out again. */
interface Archiver extends OptionTable {
  /** Options that take files out. */
  readonly extracts: readonly string[];
  /** Options that make an archive. */
  readonly creates: readonly string[];
  /** Options that name the archive. */
  readonly archive: readonly string[];
  /** Options that name the folder for what is taken out. */
  readonly into: readonly string[];
  /** Options that let names lead anywhere. */
  readonly anywhereNames: readonly string[];
  /** Options that remove what is packed. */
  readonly removes: readonly string[];
  /** The letters may stand without a dash, in the first word. */
  readonly bundled?: true;
  /** Without another option it takes files out. */
  readonly isExtractor?: true;
  /** With one of these it only looks. */
  readonly looks?: readonly string[];
}

const tar: Archiver = {
  anywhere: true,
  bundled: true,
  values: "fCTXbgIFKLNVH",
  longValues: [
    "--file",
    "--directory",
    "--exclude",
    "--transform",
    "--strip-components",
    "--files-from",
    "--use-compress-program",
    "--owner",
    "--group",
    "--mode",
  ],
  extracts: ["-x", "--extract", "--get"],
  creates: ["-c", "--create", "-r", "--append", "-u", "--update", "-A", "--concatenate"],
  archive: ["-f", "--file"],
  into: ["-C", "--directory"],
  anywhereNames: ["-P", "--absolute-names"],
  removes: ["--remove-files"],
};

/** The programs, by name. */
export const archivers: Readonly<Record<string, Archiver>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  jar: tar,
  unzip: {
    anywhere: true,
    values: "dxP",
    extracts: [],
    creates: [],
    archive: [],
    into: ["-d"],
    anywhereNames: ["-:"],
    removes: [],
    isExtractor: true,
    looks: ["-l", "-t", "-v", "-p", "-Z"],
  },
  cpio: {
    anywhere: true,
    values: "DFIOEHC",
    longValues: ["--directory", "--file"],
    extracts: ["-i", "--extract", "-p", "--pass-through"],
    creates: [],
    archive: ["-F", "-O"],
    into: ["-D", "--directory"],
    anywhereNames: ["--absolute-filenames"],
    removes: [],
    looks: ["-t", "--list"],
  },
};

const words = ({ words: [, first, ...rest] }: ShellCommand, row: Archiver): readonly ShellWord[] => {
  if (first === undefined) return [];
  const isBundle = row.bundled === true && /^[A-Za-z]+$/.test(first.value);
  return [isBundle ? { ...first, value: `-${first.value}` } : first, ...rest];
};

/** Judges what an archiver writes. */
export function* judgeArchive(row: Archiver, command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(words(command, row), row);
  const folders = valuesOf(given, ...row.into);
  const isOut =
    (row.isExtractor === true || hasOption(given, ...row.extracts)) && !hasOption(given, ...(row.looks ?? []));
  if (isOut && !hasOption(given, "-O", "--to-stdout")) {
    if (hasOption(given, ...row.anywhereNames))
      yield finding("outside-repository", "Names in the archive could lead anywhere.");
    for (const folder of folders.length === 0 ? [knownWord(".")] : folders)
      yield* judgeFilledFolder(folder, command, judging);
  }
  if (!hasOption(given, ...row.creates)) return;
  for (const archive of valuesOf(given, ...row.archive))
    if (archive.value !== "-") yield* judgeTarget(archive, "replaces", command, judging);
  if (hasOption(given, ...row.removes))
    for (const packed of given.operands) yield* judgeTarget(packed, "removes", command, judging);
}

/** Judges an archiver whose first word says what it does, and whose folder stands behind `-o`. */
export function* judgeExtraction(command: ShellCommand, judging: Judging): Findings {
  const [, action, ...rest] = command.words;
  if (action?.value !== "x" && action?.value !== "e") return;
  const folder = rest.find(({ value }) => /^-o./.test(value));
  yield* judgeFilledFolder(
    folder === undefined ? knownWord(".") : { ...folder, value: folder.value.slice(2) },
    command,
    judging,
  );
}
