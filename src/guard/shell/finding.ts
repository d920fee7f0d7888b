import type { GuardRule } from "../../core/guard-rule.ts";
import { terminalLine } from "../paths/escape.ts";
import { type Judgement, meansSource, type Scene } from "../judgement.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import type { ShellWord } from "./reading/shell-word.ts";

/** One thing that speaks against a command. */
export interface Finding {
  readonly rule: GuardRule;
  readonly reason: string;
  readonly instead: string;
}

/** Everything that speaks against a command; looked for only as far as it is asked. */
export type Findings = Iterable<Finding>;

/** What a judge may ask of the whole judgement. */
export interface Judging {
  readonly scene: Scene;
  /** Judges a command that another one starts. */
  command(command: ShellCommand): Findings;
  /** Judges a text that a shell will read, at the place of a command. */
  script(source: string, where: ShellCommand): Findings;
  /** The visible texts that this line writes into a file, by its absolute path. */
  written(path: string): readonly string[];
  /** Whether some command of the line makes a commit, or brings one somewhere. */
  commits(): boolean;
}

/** Judges a command of one program. */
export type CommandJudge = (command: ShellCommand, judging: Judging) => Findings;

/** Nothing speaks against it. */
export const none: Findings = [];

const ways: Readonly<Record<GuardRule, string>> = {
  "code-from-stdin": "Write the code to a file in the temporary folder and give its path: `python3 /tmp/snippet.py`.",
  "control-surface": meansSource,
  "default-branch":
    "Stay on the task's branch (`git switch -c NAME` makes one of your own); the harness lands the work.",
  "denied-program": "This project does not want it run by agents; do without it.",
  "doubtful-path": "Give a plain path inside the work tree.",
  environment: "Ask for the one variable that you need: `printenv NAME`.",
  "git-branches": "Leave branches alone that you did not make; only the task's own side branches may go.",
  "git-discard": "Name the files: `git restore FILE`; what you made yourself may be removed by name.",
  "git-history":
    "Leave what is pushed or kept as it is; on your own branch `git commit --amend` and `git rebase` are fine.",
  "git-internals": "Use the git program.",
  "git-push": "Push your own branch by its name, without force: `git push origin NAME`. The harness lands the work.",
  "git-settings": "Do without; who commits is set for one call: `git -c user.name=… -c user.email=… commit`.",
  "harness-command":
    "Leave the loop to the harness. `ralph status`, `ralph plan list` and `ralph block validate` may be asked.",
  "harness-signal": "Leave the harness running; end your own processes by their pid (`kill $!`) or job (`kill %1`).",
  "hidden-characters": "Type the word again in plain ASCII.",
  "inline-code": "Write the code to a file, such as /tmp/snippet.py, and run that: `python3 /tmp/snippet.py`.",
  landing: "The harness lands the work itself; go on with your task, or end your turn.",
  "outside-repository": "Work inside the work tree; for scratch files use the temporary folder.",
  "plan-file": "Edit it in place: `sed -i`, or your edit tool.",
  "program-text": "Let the program print, and redirect its output; for more, write a script to a file and run that.",
  "risky-variable": "Do without that variable.",
  "skipped-hooks": "Let the hooks run, and mend what they complain about.",
  "unknown-command": "Write the command itself out.",
  "unknown-git-command": "Write git's own command out; aliases can't be judged.",
  "unknown-script": "Name the script's path itself.",
  "unknown-target": "Name the files themselves, inside the work tree.",
  "unreadable-command": "Write it plainly, or in parts.",
};

/** A finding with the way that its rule allows. */
export const finding = (rule: GuardRule, reason: string): Finding => ({ rule, reason, instead: ways[rule] });

const longestShown = 120;

/** A text of the command as a refusal shows it: on one line, hidden characters written out, not too long. */
export const shown = (text: string): string => {
  const line = terminalLine(text.slice(0, longestShown * 2))
    .replace(/\s+/g, " ")
    .trim();
  return `\`${line.length > longestShown ? `${line.slice(0, longestShown)}…` : line}\``;
};

/** As `shown`, for a word as it was written. */
export const shownWord = (word: ShellWord): string => shown(word.text);

const isRule = (rule: string): rule is GuardRule => Object.hasOwn(ways, rule);

/** What a judgement of a path says against the command that uses it. */
export function findingsOf(judgement: Judgement): Findings {
  if (judgement.allowed) return none;
  const { rule, reason, instead } = judgement;
  return [{ rule: isRule(rule) ? rule : "doubtful-path", reason, instead }];
}
