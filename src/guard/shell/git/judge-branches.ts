import { finding, type Findings, type Judging, shownWord } from "../finding.ts";
import { hasOption, readOptions, valuesOf } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold, type ShellWord } from "../reading/shell-word.ts";
import { isOwnSide, isProtected } from "./git-scene.ts";

const resetting = ["-B", "-C", "--force-create"];

/** Judges `git switch`, and `git checkout` as far as it goes to a branch. */
export function* judgeSwitch(args: readonly ShellWord[], _command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, {
    anywhere: true,
    values: "bBcC",
    longValues: ["--create", "--force-create", "--orphan"],
  });
  for (const branch of valuesOf(given, ...resetting))
    if (!isTold(branch) || isProtected(branch.value, judging))
      yield finding(
        "default-branch",
        `${shownWord(branch)} would be set to another commit; it is protected, or can't be known.`,
      );
  const isForced = given.options.some(
    ({ name }) =>
      name === "-f" || (name.length > 4 && ("--force".startsWith(name) || "--discard-changes".startsWith(name))),
  );
  if (isForced) yield finding("git-discard", "Going to a branch by force throws away all changes.");
  if (hasOption(given, "--orphan")) yield finding("git-discard", "An orphan branch empties the work tree.");
}

function* judgeDeleted(names: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  for (const name of names) {
    if (!isTold(name))
      yield finding("git-branches", `Which branch ${shownWord(name)} is can't be known before the command runs.`);
    else if (!isOwnSide(name.value, command, judging) || isProtected(name.value, judging))
      yield finding("git-branches", `${shownWord(name)} is not a side branch of this task.`);
  }
}

/** Judges the words behind `git branch`. */
export function* judgeBranch(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, {
    anywhere: true,
    values: "u",
    longValues: ["--set-upstream-to", "--contains", "--no-contains", "--sort", "--format", "--points-at"],
  });
  const isForced = given.options.some(({ name }) => name === "-f" || (name.length > 4 && "--force".startsWith(name)));
  const isDeleting = hasOption(given, "-d", "--delete");
  if (hasOption(given, "-D") || (isDeleting && isForced)) yield* judgeDeleted(given.operands, command, judging);
  else if (isDeleting) {
    for (const name of given.operands)
      if (!isTold(name) || isProtected(name.value, judging))
        yield finding("git-branches", `${shownWord(name)} is protected, or can't be known.`);
  }
  const isMoving = isForced || hasOption(given, "-m", "-M", "--move", "-C");
  if (!isMoving || isDeleting) return;
  for (const name of given.operands.slice(0, isForced ? 1 : 2))
    if (!isTold(name) || isProtected(name.value, judging))
      yield finding(
        "default-branch",
        `${shownWord(name)} would be moved or renamed; it is protected, or can't be known.`,
      );
}

/** Judges the words behind `git fetch`: a refspec may move branches here. */
export function* judgeFetch(args: readonly ShellWord[], _command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, {
    anywhere: true,
    values: "jo",
    longValues: ["--depth", "--refmap", "--upload-pack", "--filter", "--shallow-since", "--jobs"],
  });
  if (hasOption(given, "--upload-pack"))
    yield finding("git-settings", "`git fetch --upload-pack` runs a program of your choice.");
  for (const spec of given.operands.slice(1)) {
    const to = spec.value.includes(":") ? spec.value.slice(spec.value.indexOf(":") + 1) : "";
    if (to === "" || /^refs\/(?:remotes|tags|notes)\//.test(to)) continue;
    if (!isTold(spec) || to.includes("*") || isProtected(to, judging))
      yield finding("default-branch", `${shownWord(spec)} would move branches here that are not yours.`);
  }
}
