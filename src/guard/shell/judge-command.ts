import { finding, type Findings, type Judging, shown, shownWord } from "./finding.ts";
import { judgeGit } from "./git/judge-git.ts";
import { gitScene } from "./git/git-scene.ts";
import { judgeCharacters } from "./hidden-characters.ts";
import { builtins } from "./judge-builtin.ts";
import { judgeEnvironment } from "./judge-environment.ts";
import { judgeRalph, judgeSignal } from "./judge-harness.ts";
import { judgeSettings } from "./judge-settings.ts";
import { filePrograms } from "./programs/file-programs.ts";
import { judgeFd, judgeFind } from "./programs/find.ts";
import { interpreters } from "./programs/interpreters.ts";
import { archivers, judgeArchive, judgeExtraction } from "./programs/judge-archive.ts";
import { carriers } from "./programs/carriers.ts";
import { judgeCarrier } from "./programs/judge-carrier.ts";
import { judgeFiles } from "./programs/judge-files.ts";
import { judgeInterpreter, judgeScriptFile } from "./programs/judge-interpreter.ts";
import { judgePatch } from "./programs/judge-patch.ts";
import { judgeTextProgram, textPrograms } from "./texts/judge-texts.ts";
import { judgeWrapper } from "./programs/judge-wrapper.ts";
import { readers } from "./programs/readers.ts";
import { wrappers } from "./programs/wrappers.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import { programName, type ShellWord } from "./reading/shell-word.ts";
import { judgeTarget } from "./targets.ts";

/** A program's row in a table, its version left out where the whole name has none. */
const rowOf = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined => {
  const bare = name.replace(/-?\d[\d.]*(?:-\w+)?$/, "");
  if (Object.hasOwn(table, name)) return table[name];
  return bare !== "" && Object.hasOwn(table, bare) ? table[bare] : undefined;
};

function* judgeDenied(name: string, { words }: ShellCommand, { scene }: Judging): Findings {
  for (const denied of scene.denied ?? []) {
    const [program = "", ...first] = denied.split(/\s+/);
    if (programName(program) === name && first.every((word, index) => words[index + 1]?.value === word))
      yield finding("denied-program", `${shown(denied)} is not to be run by agents in this project.`);
  }
}

/** Programs that merge what is on a forge: landing is the harness's. */
function* judgeForge(name: string, { words }: ShellCommand, judging: Judging): Findings {
  const [, group, action] = words.map(({ value }) => value);
  const isMerge =
    (name === "gh" && group === "pr" && action === "merge") ||
    (name === "glab" && group === "mr" && action === "merge") ||
    (name === "hub" && group === "merge");
  const isByApi = name === "gh" && group === "api" && words.some(({ value }) => /\/merges?$/.test(value));
  if ((isMerge || isByApi) && (judging.scene.isLanding?.() === true || gitScene(judging).branching === "task"))
    yield finding("landing", "Work lands by the harness, when its checks have passed.");
  if (name === "gh" && group === "repo" && /^(?:delete|archive|rename|edit)$/.test(action ?? ""))
    yield finding("git-history", `\`gh repo ${action}\` changes the repository for everybody.`);
}

/** Programs with a judge of their own, besides what tables say of them. */
function* judgeKnown(name: string, command: ShellCommand, judging: Judging): Findings {
  switch (name) {
    case "git":
      yield* judgeGit(command, judging);
      return;
    case "find":
    case "gfind":
      yield* judgeFind(command, judging);
      return;
    case "fd":
    case "fdfind":
      yield* judgeFd(command, judging);
      return;
    case "dd":
      for (const word of command.words)
        if (word.value.startsWith("of="))
          yield* judgeTarget({ ...word, value: word.value.slice(3) }, "replaces", command, judging);
      return;
    case "ralph":
    case "ralph.js":
      yield* judgeRalph(command);
      return;
    case "kill":
    case "pkill":
    case "killall":
    case "skill":
      yield* judgeSignal(command, judging);
      return;
    case "crontab":
      if (!command.words.some(({ value }) => value === "-l"))
        yield finding("outside-repository", "`crontab` has commands run later, without anybody watching.");
      return;
    case "7z":
    case "7za":
    case "7zr":
    case "unrar":
      yield* judgeExtraction(command, judging);
      return;
    case "docker":
    case "podman":
    case "kubectl": {
      const to = command.words.at(-1);
      if (command.words[1]?.value === "cp" && to !== undefined && !/^[\w./-]+:/.test(to.value))
        yield* judgeTarget(to, "edits", command, judging);
      return;
    }
    case "patch":
    case "apply_patch":
      yield* judgePatch(command, judging);
  }
}

/** Programs whose names are more often something else where they stand among the words of another program. */
const everydayWords = new Set([
  "install",
  "link",
  "copy",
  "move",
  "rename",
  "del",
  "split",
  "sort",
  "view",
  "r",
  "ex",
  "ed",
  "at",
  "batch",
  "cmd",
  "n",
  "op",
  "time",
  "script",
  "watch",
  "screen",
  "test",
  "wish",
  "expect",
  "go",
  "just",
  "complete",
  "bind",
  "dc",
  "man",
  "less",
  "make",
  "link",
  "ts",
  "bb",
  "su",
  "command",
]);

const isTelling = (name: string): boolean =>
  !name.startsWith("-") &&
  (["git", "find", "fd", "ralph", "kill", "pkill", "killall", "dd", "gh"].includes(name) ||
    [filePrograms, interpreters, wrappers, textPrograms, carriers, archivers].some(
      (table) => rowOf<unknown>(table, name) !== undefined,
    ));

/** What is believed of a word that is more often no program at all. */
const graveRules: readonly string[] = ["control-surface", "inline-code"];

/** Looks for a known program among the words of one that is not: whatever starts others may be such a one. */
function* judgeWithin(command: ShellCommand, judging: Judging): Findings {
  for (const [index, word] of command.words.entries()) {
    const name = programName(word.value);
    if (index === 0 || !isTelling(name)) continue;
    const inner = {
      ...command,
      words: command.words.slice(index),
      settings: [],
      writes: [],
      reads: [],
      input: { kind: "own" },
    } as const;
    for (const found of judging.command(inner))
      if (!everydayWords.has(name) || graveRules.includes(found.rule)) yield found;
  }
}

function* judgeTables(name: string, command: ShellCommand, judging: Judging): Findings {
  const file = rowOf(filePrograms, name);
  const interpreter = rowOf(interpreters, name);
  const text = rowOf(textPrograms, name);
  const carrier = rowOf(carriers, name);
  const archiver = rowOf(archivers, name);
  const rows = rowOf(wrappers, name);
  if (interpreter !== undefined) yield* judgeInterpreter(interpreter, command, judging);
  if (text !== undefined) yield* judgeTextProgram(text, command, judging);
  if (carrier !== undefined) yield* judgeCarrier(carrier, command, judging);
  if (file !== undefined) yield* judgeFiles(file, command, judging);
  if (archiver !== undefined) yield* judgeArchive(archiver, command, judging);
  const unwrapped = rows === undefined ? null : judgeWrapper(rows, command, judging);
  if (unwrapped !== null) yield* unwrapped.findings;
  const isKnown =
    unwrapped === null
      ? readers.has(name) || [file, interpreter, text].some((row) => row !== undefined)
      : !unwrapped.isUnsure;
  if (!isKnown && name !== "git") yield* judgeWithin(command, judging);
}

function* judgeProgram(program: ShellWord, command: ShellCommand, judging: Judging): Findings {
  if (program.certainty !== "known" && program.certainty !== "glob") {
    yield finding("unknown-command", `Which program ${shownWord(program)} is can't be known before the command runs.`);
    return;
  }
  const name = programName(program.value);
  if (name === "-" && command.words.length === 1)
    yield finding("code-from-stdin", "`-` has code read from standard input.");
  if (program.value.includes("/")) yield* judgeScriptFile(program, program.value, true, { command, judging });
  yield* judgeDenied(name, command, judging);
  yield* judgeForge(name, command, judging);
  if (Object.hasOwn(builtins, name)) yield* builtins[name]?.(command, judging) ?? [];
  yield* judgeKnown(name, command, judging);
  yield* judgeTables(name, command, judging);
}

/** Everything that speaks against one simple command, those included that it starts. */
export function* judgeCommand(command: ShellCommand, judging: Judging): Findings {
  const { words, writes, settings } = command;
  yield* judgeCharacters([...words, ...writes.map(({ word }) => word)]);
  for (const { word, mode } of writes)
    yield* judgeTarget(word, mode === "appends" ? "edits" : "replaces", command, judging);
  yield* judgeSettings(settings, command, judging);
  yield* judgeEnvironment(command, judging);
  const [program] = words;
  if (program !== undefined) yield* judgeProgram(program, command, judging);
}
