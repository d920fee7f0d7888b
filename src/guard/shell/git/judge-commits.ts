import { finding, type Findings, type Judging, shownWord } from "../finding.ts";
import { type GivenOptions, hasOption, readOptions, valuesOf } from "../options.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isOpen, type ShellWord } from "../reading/shell-word.ts";
import { branchAt, gitScene, isOurs, isProtected } from "./git-scene.ts";

const commitOptions = {
  anywhere: true,
  values: "mFcCt",
  attached: "uS",
  longValues: [
    "--message",
    "--file",
    "--author",
    "--date",
    "--reuse-message",
    "--reedit-message",
    "--fixup",
    "--squash",
    "--template",
    "--cleanup",
    "--trailer",
    "--pathspec-from-file",
  ],
} as const;

/** `--no-verify`, however it is shortened; `-n` only where it means the same. */
const skipsHooks = ({ options }: GivenOptions, short: boolean): boolean =>
  options.some(({ name }) => (name.length >= 6 && "--no-verify".startsWith(name)) || (short && name === "-n"));

const noVerify = (name: string): Findings => [
  finding("skipped-hooks", `\`git ${name} --no-verify\` leaves the hooks out.`),
];

/** A commit made on the default branch, where that is the harness's: always after this line has gone there itself. */
function* judgeWhere(command: ShellCommand, judging: Judging): Findings {
  const branch = branchAt(command, judging);
  const { branching } = gitScene(judging);
  const wentThere = command.place.branch.kind === "changed";
  if (!isOurs(command, judging) && !wentThere) return;
  if (branch === null && wentThere)
    yield finding("default-branch", "Which branch is checked out by then can't be known.");
  else if (branch !== null && isProtected(branch, judging) && (wentThere || branching === "task"))
    yield finding("default-branch", `It would move ${branch}, which is protected.`);
}

/** Judges the words behind `git commit`. */
export function* judgeCommit(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const given = readOptions(args, commitOptions);
  if (skipsHooks(given, true)) yield* noVerify("commit");
  const open = given.operands.find((word) => isOpen(word) && !/^["']/.test(word.text));
  if (open !== undefined)
    yield finding("unknown-command", `What ${shownWord(open)} tells git can't be known before the command runs.`);
  if (!hasOption(given, "--dry-run")) yield* judgeWhere(command, judging);
}

const goesOn = ["--continue", "--abort", "--quit", "--skip", "--edit-todo", "--show-current-patch"];

function* judgeOnto(given: GivenOptions, name: string, command: ShellCommand, judging: Judging): Findings {
  const branch = branchAt(command, judging);
  const wentThere = command.place.branch.kind === "changed";
  if ((!isOurs(command, judging) && !wentThere) || hasOption(given, ...goesOn)) return;
  const isMerge = name === "merge" || name === "pull";
  const rebased = given.operands[hasOption(given, "--root") ? 0 : 1]?.value;
  const moved = name === "rebase" ? (rebased ?? branch) : branch;
  if (moved !== null && isProtected(moved, judging)) {
    const { branching } = gitScene(judging);
    if (isMerge || branching === "task" || wentThere || moved !== branch)
      yield finding("default-branch", `\`git ${name}\` would move ${moved}, which is protected.`);
  }
  const into = name === "pull" ? given.operands.slice(1) : [];
  for (const spec of into)
    if (spec.value.includes(":") && isProtected(spec.value.slice(spec.value.indexOf(":") + 1), judging))
      yield finding("default-branch", `${shownWord(spec)} would move a protected branch.`);
}

/** Judges the words behind the commands that bring commits to the branch that is checked out. */
export function* judgeMerge(args: readonly ShellWord[], command: ShellCommand, judging: Judging): Findings {
  const name =
    command.words.find(({ value }) => /^(?:merge|pull|cherry-pick|revert|am|rebase)$/.test(value))?.value ?? "merge";
  const given = readOptions(args, {
    anywhere: true,
    values: name === "rebase" ? "xsXC" : "msXF",
    attached: "S",
    longValues: [
      "--message",
      "--strategy",
      "--strategy-option",
      "--onto",
      "--exec",
      "--into-name",
      "--file",
      "--mainline",
      "--depth",
    ],
  });
  if (skipsHooks(given, false)) yield* noVerify(name);
  for (const text of [...valuesOf(given, "--exec"), ...(name === "rebase" ? valuesOf(given, "-x") : [])])
    yield* judging.script(text.value, command);
  const isLanding = judging.scene.isLanding?.() === true;
  if (isLanding && isOurs(command, judging) && name !== "am" && name !== "revert" && !hasOption(given, "--abort"))
    yield finding("landing", `The harness is landing work right now, and \`git ${name}\` would come in between.`);
  yield* judgeOnto(given, name, command, judging);
}
