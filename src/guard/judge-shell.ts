import { holdsControlSurface, isControlSurface, surfaceRule } from "./control-surface.ts";
import { allowed, type Judgement, meansSource, refused, type Scene } from "./judgement.ts";
import { judgeWrite } from "./judge-write.ts";
import { placePath } from "./repository-path.ts";
import { readShell, type ShellCommand, type ShellWord } from "./shell-words.ts";
import { terminalLine } from "./escape.ts";

/**
 * What a program does to the paths in its arguments. This is the small first set: it keeps the control surface and the
 * outside of the work tree from the plain commands, and knows nothing of inline code or of git.
 */
interface Program {
  /** Which arguments are written to. `removes` takes whole folders with it. */
  readonly effect: "removes" | "writes-all" | "writes-last" | "moves";
  /** Only with one of these flags. */
  readonly needs?: RegExp;
  /** How many leading arguments are no paths. */
  readonly skip?: number;
}

const programs: Readonly<Record<string, Program>> = {
  rm: { effect: "removes" },
  rmdir: { effect: "removes" },
  unlink: { effect: "removes" },
  shred: { effect: "removes" },
  truncate: { effect: "removes" },
  mv: { effect: "moves" },
  cp: { effect: "writes-last" },
  ln: { effect: "writes-last" },
  install: { effect: "writes-last" },
  rsync: { effect: "writes-last" },
  tee: { effect: "writes-all" },
  touch: { effect: "writes-all" },
  mkdir: { effect: "writes-all" },
  chmod: { effect: "writes-all" },
  chown: { effect: "writes-all" },
  dd: { effect: "writes-all" },
  ed: { effect: "writes-all" },
  sed: { effect: "writes-all", needs: /^(?:-[a-zA-Z]*i|--in-place)/, skip: 1 },
  perl: { effect: "writes-all", needs: /^-[a-zA-Z]*i/ },
};

/** Programs that start another one, named among their arguments. */
const wrappers = new Set([
  "env",
  "sudo",
  "doas",
  "nice",
  "nohup",
  "timeout",
  "time",
  "xargs",
  "command",
  "exec",
  "builtin",
  "setsid",
  "stdbuf",
  "ionice",
  "busybox",
]);

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The command without what wraps it: for a wrapper, from the first word that names a known program. */
const unwrapped = (words: readonly ShellWord[]): readonly ShellWord[] => {
  const first = words[0];
  if (first === undefined || !wrappers.has(baseName(first.value))) return words;
  const from = words.findIndex((word, index) => index > 0 && Object.hasOwn(programs, baseName(word.value)));
  return from < 0 ? words : words.slice(from);
};

const unknownTarget = (word: ShellWord): Judgement =>
  refused(
    "unknown-target",
    `What ${terminalLine(word.value)} stands for can't be known before the command runs.`,
    "Name the files themselves, inside the work tree.",
  );

const surfaceRefusal = (path: string): Judgement =>
  refused(
    "control-surface",
    `${terminalLine(path === "" ? "." : path)} is or holds ${surfaceRule(path)?.what ?? "files of the harness"}.`,
    meansSource,
  );

/** Names that stand for the whole surface when a pattern is tried. */
const samples = [
  ".ralph",
  ".ralphrc",
  "ralph.config.ts",
  ".git",
  ".claude",
  ".cursor",
  ".codex",
  ".gemini",
  ".opencode",
];

const globCanMatch = (pattern: string, name: string): boolean => {
  if (name.startsWith(".") && !/^[.[?@!+(]/.test(pattern)) return false;
  const source = pattern
    .replace(/[\\^$.+()|{}]/g, "\\$&")
    .replace(/\[[^\]]*\]|[*?]/g, (part) => (part === "*" ? ".*" : "."));
  return new RegExp(`^${source}$`).test(name);
};

const judgeGlob = (word: ShellWord, scene: Scene): Judgement => {
  const at = word.value.search(/[*?[]/);
  const folder = word.value.slice(0, word.value.lastIndexOf("/", at) + 1);
  const [name = ""] = word.value.slice(folder.length).split("/");
  const placed = placePath(scene.root, scene.cwd, folder === "" ? "." : folder);
  if (placed.kind !== "inside") return judgeWrite(`${folder}x`, scene);
  if (isControlSurface(placed.path, scene)) return surfaceRefusal(placed.path);
  const hits = placed.path === "" && samples.some((sample) => globCanMatch(name, sample));
  return hits || (placed.path !== "" && holdsControlSurface(placed.path, scene)) ? surfaceRefusal(word.value) : allowed;
};

const judgeTarget = (word: ShellWord, removes: boolean, scene: Scene): Judgement => {
  if (word.certainty === "unknown") return unknownTarget(word);
  if (word.certainty === "glob") return judgeGlob(word, scene);
  const path = word.value.replace(/^of=/, "");
  if (path === "/dev/null" || path === "/dev/stdout" || path === "/dev/stderr" || path === "") return allowed;
  const placed = placePath(scene.root, scene.cwd, path);
  if (removes && placed.kind === "inside" && holdsControlSurface(placed.path, scene))
    return surfaceRefusal(placed.path);
  return judgeWrite(path, scene);
};

const first = (judgements: Iterable<Judgement>): Judgement => {
  for (const judgement of judgements) if (!judgement.allowed) return judgement;
  return allowed;
};

const judgeArguments = (program: Program, words: readonly ShellWord[], scene: Scene): Judgement => {
  const paths = words
    .slice(1)
    .filter(({ value }) => !value.startsWith("-"))
    .slice(program.skip ?? 0);
  const last = paths.at(-1);
  const each = (some: readonly ShellWord[], removes: boolean) =>
    first(some.map((word) => judgeTarget(word, removes, scene)));
  switch (program.effect) {
    case "removes":
      return each(paths, true);
    case "writes-all":
      return each(paths, false);
    case "writes-last":
      return each(last === undefined ? [] : [last], false);
    case "moves":
      return first([each(paths.slice(0, -1), true), each(last === undefined ? [] : [last], false)]);
  }
};

const judgeFind = (words: readonly ShellWord[], scene: Scene): Judgement => {
  const acts = words.some(
    ({ value }) => value === "-delete" || (Object.hasOwn(programs, baseName(value)) && value !== "find"),
  );
  if (!acts) return allowed;
  const flag = words.findIndex(({ value }, index) => index > 0 && /^[-(!]/.test(value));
  const starts = words.slice(1, flag < 0 ? words.length : flag);
  return first(
    (starts.length === 0 ? [{ value: ".", certainty: "known" } as const] : starts).map((word) =>
      judgeTarget(word, true, scene),
    ),
  );
};

const judgeCommand = (command: ShellCommand, scene: Scene): Judgement => {
  const written = first(
    command.writes.map((word) =>
      word.certainty === "known" ? judgeTarget(word, false, scene) : unknownWrite(word, scene),
    ),
  );
  if (!written.allowed) return written;
  const words = unwrapped(command.words);
  const name = baseName(words[0]?.value ?? "");
  if (name === "find") return judgeFind(words, scene);
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined || (program.needs !== undefined && !words.some(({ value }) => program.needs?.test(value))))
    return allowed;
  return judgeArguments(program, words, scene);
};

/** A redirection to a name known only later is refused where what is known of it points at the harness. */
const unknownWrite = (word: ShellWord, scene: Scene): Judgement =>
  word.certainty === "glob"
    ? judgeGlob(word, scene)
    : /ralph|\.git|\.claude/i.test(word.value)
      ? unknownTarget(word)
      : allowed;

/** The working folders that a line may be in as its commands run: the first, and each that a `cd` names. */
const folderAfter = (command: ShellCommand, cwd: string, root: string): string => {
  const [name, target] = command.words;
  if ((name?.value !== "cd" && name?.value !== "pushd") || target === undefined) return cwd;
  const placed = placePath(root, cwd, target.value);
  return placed.kind === "doubtful" ? cwd : placed.kind === "outside" ? placed.path : `${root}/${placed.path}`;
};

/** Whether an agent may run a shell command (G-4, its first and small part). Every command of the line is looked at. */
export function judgeShell(source: string, scene: Scene): Judgement {
  const reading = readShell(source, scene.cwd);
  if (!reading.ok) {
    return refused(
      "unreadable-command",
      `The command can't be judged: ${terminalLine(reading.why)}.`,
      "Write it plainly, or in parts.",
    );
  }
  let { cwd } = scene;
  for (const command of reading.commands) {
    const judgement = judgeCommand(command, { ...scene, cwd });
    if (!judgement.allowed) return judgement;
    // A `cd` in a subshell or a branch may not hold for what follows: what was protected before it stays so.
    const before = cwd === scene.cwd ? allowed : judgeCommand(command, scene);
    if (!before.allowed && before.rule === "control-surface") return before;
    cwd = folderAfter(command, cwd, scene.root);
  }
  return allowed;
}
