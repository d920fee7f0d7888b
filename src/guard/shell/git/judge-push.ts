import { finding, type Finding, type Findings, type Judging, shownWord } from "../finding.ts";
import { hasOption, readOptions } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold, type ShellWord } from "../reading/shell-word.ts";
import { branchAt, branchOf, isOwnSide, isProtected } from "./git-scene.ts";

const everything = ["--all", "--branches", "--mirror", "--prune"];

const refused = (reason: string): Finding => finding("git-push", reason);

function* judgeRefspec(word: ShellWord, isLeased: boolean, command: ShellCommand, judging: Judging): Findings {
  if (!isTold(word)) {
    yield refused(`Where ${shownWord(word)} pushes to can't be known before the command runs.`);
    return;
  }
  const spec = word.value.replace(/^\+/, "");
  const [from = "", to = from] = spec.split(":");
  const target = to === "HEAD" || to === "@" ? branchAt(command, judging) : to;
  if (word.value.startsWith("+")) yield refused(`${shownWord(word)} pushes with force.`);
  if (spec === ":" || spec.includes("*")) yield refused(`${shownWord(word)} pushes more than one branch.`);
  else if (target === null)
    yield refused(`Which branch is checked out can't be known, so neither can what ${shownWord(word)} pushes to.`);
  else if (isProtected(target, judging))
    yield refused(`${shownWord(word)} pushes to ${branchOf(target)}, which is protected.`);
  else if (from === "" && !isOwnSide(target, command, judging))
    yield refused(`${shownWord(word)} deletes a branch that is not the task's own.`);
  else if (isLeased && branchOf(target) !== branchAt(command, judging))
    yield refused(`${shownWord(word)} is rewritten with force, and is not the branch that is checked out.`);
}

/** Judges the words behind `git push`: by force, everything at once, or to the default branch is refused. */
export function* judgePush(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, {
    anywhere: true,
    values: "o",
    longValues: ["--repo", "--receive-pack", "--exec", "--push-option", "--recurse-submodules"],
  });
  const named = given.options.map(({ name }) => name);
  if (hasOption(given, "-f") || named.some((name) => name.length > 4 && "--force".startsWith(name)))
    yield refused("`git push --force` overwrites what others may have.");
  if (hasOption(given, "--receive-pack", "--exec"))
    yield refused("`git push --receive-pack` runs a program of your choice.");
  if (named.some((name) => name.length > 5 && "--no-verify".startsWith(name)))
    yield finding("skipped-hooks", "`git push --no-verify` leaves the hooks out.");
  for (const name of everything)
    if (named.some((one) => one.length > 4 && name.startsWith(one)))
      yield refused(`\`git push ${name}\` pushes more than your own branch.`);
  const [, ...refspecs] = named.includes("--repo") ? ["", ...given.operands] : given.operands;
  const words = refspecs.filter((word): word is ShellWord => typeof word !== "string");
  const isDeleting = hasOption(given, "-d", "--delete");
  const isLeased = named.some((name) => name.startsWith("--force-w"));
  const branches = words.filter(({ value }, index) => value !== "tag" && words[index - 1]?.value !== "tag");
  for (const word of branches)
    yield* judgeRefspec(isDeleting ? { ...word, value: `:${word.value}` } : word, isLeased, command, judging);
  if (words.length > 0 || hasOption(given, "--tags")) return;
  const current = branchAt(command, judging);
  if (current === null)
    yield refused("`git push` pushes the branch that is checked out, and which that is can't be known.");
  else if (isProtected(current, judging)) yield refused(`\`git push\` pushes ${current}, which is protected.`);
}
