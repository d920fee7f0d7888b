import { finding, type Findings, type Judging, shown, shownWord } from "../finding.ts";
import { valuesOf } from "../options.ts";
import { folderAt } from "../reading/places.ts";
import type { ShellCommand } from "../reading/shell-command.ts";
import { isTold } from "../reading/shell-word.ts";
import { judgeTarget } from "../targets.ts";
import { readGitCall } from "./git-call.ts";
import { gitCommands, readingCommands } from "./git-commands.ts";
import { settingFault } from "./git-settings.ts";

/** Judges a call of git: its own options, then its command by the table. */
export function* judgeGit(command: ShellCommand, judging: Judging): Findings {
  const { own, command: name, args } = readGitCall(command.words.slice(1));
  for (const setting of [...valuesOf(own, "-c"), ...valuesOf(own, "--config-env")]) {
    const fault = isTold(setting) || setting.value.includes("=") ? settingFault(setting.value) : setting.value;
    if (fault !== null)
      yield finding("git-settings", `\`git -c ${shown(fault).slice(1, -1)}=…\` can run or redirect something.`);
  }
  if (valuesOf(own, "--exec-path").length > 0)
    yield finding("git-settings", "`git --exec-path` has git's own programs replaced.");
  for (const tree of valuesOf(own, "--work-tree")) yield* judgeTarget(tree, "edits", command, judging);
  if (name === null) return;
  if (!isTold(name)) {
    yield finding("unknown-git-command", `Which command of git ${shownWord(name)} is can't be known before it runs.`);
    return;
  }
  let { folder } = command.place;
  for (const into of valuesOf(own, "-C")) folder = folderAt(judging.scene.root, folder, into);
  // A repository that is named by hand may be ours from anywhere.
  if (valuesOf(own, "--git-dir").length > 0) folder = judging.scene.root;
  const there: ShellCommand = { ...command, place: { ...command.place, folder } };
  const judge = Object.hasOwn(gitCommands, name.value) ? gitCommands[name.value] : undefined;
  if (judge !== undefined) yield* judge(args, there, judging);
  else if (!readingCommands.has(name.value))
    yield finding(
      "unknown-git-command",
      `${shown(`git ${name.value}`)} is no command of git's own: what it does stands in an alias or in another program.`,
    );
}
