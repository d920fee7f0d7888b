import { holdsControlSurface } from "../../paths/control-surface.ts";
import { placePath } from "../../paths/repository-path.ts";
import { finding, type Findings, type Judging, none } from "../finding.ts";
import { hasOption, readOptions } from "../options.ts";
import { nameReaches } from "../pattern-reaches.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import type { ShellWord } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";
import { branchAt, gitScene, isOurs, isProtected } from "./git-scene.ts";

const discard = (reason: string): Findings => [finding("git-discard", reason)];

/** A path specification of git as the path that it means, where it is one. */
const pathOf = (word: ShellWord): ShellWord => ({
  ...word,
  value: word.value.replace(/^:(?:\((?:top|glob|literal|icase)\)|\/)?/, "") || ".",
});

/** True where the paths can hold nothing of the harness's. */
const areOwn = (paths: readonly ShellWord[], command: ShellCommand, { scene }: Judging): boolean =>
  paths.length > 0 &&
  paths.every((word) => {
    const path = pathOf(word).value;
    if (/[*?[]/.test(path)) return !path.includes("/") && !nameReaches(path, scene.planFiles);
    const placed = placePath(scene.root, command.place.folder ?? scene.root, path);
    const isKnown = word.certainty === "known" && command.place.folder !== null;
    return isKnown && placed.kind === "inside" && !holdsControlSurface(placed.path, scene);
  });

/** Judges the words behind `git reset`. */
export function* judgeReset(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, { anywhere: true, longValues: ["--pathspec-from-file"] });
  const named = given.options.map(({ name }) => name);
  if (named.some((name) => name.length > 3 && ("--hard".startsWith(name) || "--merge".startsWith(name))))
    yield* discard("`git reset --hard` throws away all changes that are not committed.");
  const branch = branchAt(command, judging);
  const [to, ...paths] = given.operands;
  const isMoving = to !== undefined && paths.length === 0 && !/^(?:HEAD|@)$|\.[a-z]+$|\//.test(to.value);
  if (
    isMoving &&
    branch !== null &&
    isProtected(branch, judging) &&
    isOurs(command, judging) &&
    gitScene(judging).branching === "task"
  )
    yield finding("default-branch", `It would move ${branch}, which is protected.`);
}

/** Judges the words behind `git clean`. */
export function judgeClean(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, { anywhere: true, values: "e", longValues: ["--exclude"] });
  if (hasOption(given, "-n", "--dry-run")) return none;
  return areOwn(given.operands, command, judging)
    ? none
    : discard("`git clean` removes files that nobody has committed, and could reach those of the harness.");
}

/** Judges `git restore`, and `git checkout` as far as it restores files. */
export function* judgeRestore(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const words = args.map(({ value }) => value);
  const dashes = words.indexOf("--");
  const given = readOptions(args, {
    anywhere: true,
    values: "sbBcC",
    longValues: ["--source", "--pathspec-from-file", "--conflict", "--prefix"],
  });
  if (hasOption(given, "--pathspec-from-file"))
    yield* discard("What `--pathspec-from-file` names can't be known before the command runs.");
  if (hasOption(given, "-a", "--all")) yield* discard("It would overwrite the whole work tree.");
  const isRestore = !command.words.some(({ value }) => value === "checkout");
  const staged = hasOption(given, "--staged", "-S") && !hasOption(given, "--worktree", "-W");
  const paths =
    dashes >= 0
      ? args.slice(dashes + 1)
      : isRestore
        ? given.operands
        : given.operands.filter((word, index) => index > 0 || mayBePath(word));
  if (staged) return;
  for (const word of paths) {
    const path = pathOf(word);
    if (path.value === "." || path.value === "*" || path.value === "")
      yield* discard("It would throw away every change in the work tree.");
    else yield* judgeTarget(path, "edits", command, judging);
  }
}

/** What stands alone behind `git checkout` is a branch, but for what looks like a path. */
const mayBePath = ({ value }: ShellWord): boolean => /^\.|^:|\.[a-z]+$|^[^/]*\*/.test(value);

/** Judges the words behind `git stash`. */
export function judgeStash(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, { anywhere: true, values: "m", longValues: ["--message"] });
  const [action] = given.operands;
  if (action?.value === "clear") return discard("`git stash clear` drops what others have put aside.");
  const takesAll = given.options.some(
    ({ name }) =>
      name === "-u" ||
      name === "-a" ||
      (name.length > 4 && ("--include-untracked".startsWith(name) || "--all".startsWith(name))),
  );
  const isShowing = action?.value === "show" || action?.value === "list";
  const hasPaths = action?.value === "push" || args.some(({ value }) => value === "--");
  const paths = hasPaths ? given.operands.slice(action?.value === "push" ? 1 : 0) : [];
  return takesAll && !isShowing && !areOwn(paths, command, judging)
    ? discard("`git stash -u` takes away files that nobody has committed, and could reach those of the harness.")
    : none;
}
