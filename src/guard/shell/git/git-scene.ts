import type { GitScene } from "../../judgement.ts";
import type { Judging } from "../finding.ts";
import type { ShellCommand } from "../reading/shell-command.ts";

const unknownScene: GitScene = { branch: null, defaultBranch: null, protected: [], branching: "task", task: null };

/** What is known of the repository's branches. */
export const gitScene = ({ scene }: Judging): GitScene => scene.git?.() ?? unknownScene;

/** A pattern of branch names as a person writes it; `*` stands for any characters. */
export const branchPattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`).replaceAll("*", ".*")}$`);

/** The branch that a refspec's end names, without what git puts before it. */
export const branchOf = (ref: string): string => ref.replace(/^\+/, "").replace(/^(?:refs\/)?heads\//, "");

/** True for a branch that nobody but the harness moves: the default branch, `main`, `master` and configured ones. */
export function isProtected(ref: string, judging: Judging): boolean {
  const { defaultBranch, protected: patterns } = gitScene(judging);
  const branch = branchOf(ref);
  return (
    branch === defaultBranch ||
    branch === "main" ||
    branch === "master" ||
    patterns.some((pattern) => branchPattern(pattern).test(branch))
  );
}

/** The branch that is checked out where a command runs; null where that can't be known. */
export const branchAt = ({ place: { branch } }: ShellCommand, judging: Judging): string | null =>
  branch.kind === "before" ? gitScene(judging).branch : branch.to;

/** True where a command runs in the work tree's own repository, or may do so. */
export const isOurs = ({ place: { folder } }: ShellCommand, { scene: { root } }: Judging): boolean =>
  folder === null || folder === root || folder.startsWith(`${root}/`);

/** True for a branch that the task's agent has made beside its own, by its name. */
export function isOwnSide(name: string, command: ShellCommand, judging: Judging): boolean {
  const { task } = gitScene(judging);
  const current = branchAt(command, judging);
  const id = /^[a-z][a-z\d]*-\d+/i.exec(current ?? "")?.[0] ?? null;
  const own = [task, id, current !== null && !isProtected(current, judging) ? current : null];
  const branch = branchOf(name).toLowerCase();
  return own.some(
    (start) => start !== null && (branch === start.toLowerCase() || branch.startsWith(`${start.toLowerCase()}-`)),
  );
}
