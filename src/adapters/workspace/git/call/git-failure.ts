import { WorkspaceError } from "../../../../ports/workspace.ts";

const maxDetail = 8_000;

interface Cause {
  readonly pattern: RegExp;
  readonly code: WorkspaceError["code"];
  /** What happened and what to do, from what the pattern caught. */
  say(caught: string): string;
}

/** What git says, in the order in which it is believed: a full disk also fails to write a commit object. */
const causes: readonly Cause[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    code: "disk-full",
    say: () => "The disk is full; git could not write. Free some space and start again.",
  },
  {
    pattern:
      /Read-only file system|insufficient permission for adding an object|Unable to create '[^']*': Permission denied/,
    code: "read-only",
    say: () => "The repository can't be written to. Check the owner and the permissions of its .git folder.",
  },
  {
    pattern: /Unable to create '([^']+\.lock)': File exists/,
    code: "index-locked",
    say: (file) => `Another git process holds ${file}.`,
  },
  {
    pattern: /open\("([^"]+)"\): Permission denied|unable to index file '([^']+)'/,
    code: "failed",
    say: (file) => `The file ${file} can't be read. Check its permissions, or list it in .gitignore.`,
  },
  {
    pattern: /cannot (?:run|exec|spawn) ['"]?([^'":\n]*hooks\/[^'":\n]+)/,
    code: "hook",
    say: (hook) => `The hook ${hook} could not be started.`,
  },
  {
    pattern:
      /Please tell me who you are|unable to auto-detect email|empty ident name|no email was given|no name was given/i,
    code: "identity",
    say: () => "git does not know who commits. Set user.name and user.email with `git config`.",
  },
  {
    pattern:
      /failed to sign the data|failed to write commit object|signing failed|user\.signingkey|gpg\.ssh\.\w+ needs|Load key /i,
    code: "signing",
    say: () =>
      "The commit could not be signed; the work is kept as it was. Make the signer work without a prompt (an agent with the key unlocked), or set commit.gpgsign to false.",
  },
  {
    pattern: /detected dubious ownership in repository at '([^']+)'/,
    code: "failed",
    say: (path) =>
      `${path} belongs to another user, so git refuses it. Run: git config --global --add safe.directory ${path}`,
  },
  {
    pattern: /not a git repository/i,
    code: "not-a-repository",
    say: () => "This is not a git repository (any more): git finds no .git folder with a HEAD here.",
  },
  {
    pattern:
      /index file corrupt|bad index file|index file smaller than expected|bad signature 0x|unknown index entry format/,
    code: "failed",
    say: () => "git's index is damaged. Move .git/index aside and run `git reset` to rebuild it; no file is touched.",
  },
  {
    pattern:
      /(?:loose )?object (?:file )?\S+ (?:is empty|\(stored in [^)]*\) is corrupt)|unable to read (?:tree|sha1 file)|bad object|missing blob/,
    code: "failed",
    say: () => "The repository lacks an object or holds a damaged one. Look with `git fsck --full`.",
  },
  {
    pattern: /cannot lock ref '[^']+': '(?:refs\/heads\/)?([^']+)' exists; cannot create/,
    code: "branch-taken",
    say: (branch) => `There is a branch ${branch}, so git allows no other whose name begins with it and a slash.`,
  },
  {
    pattern: /is already (?:checked out|used by worktree) at '([^']+)'|(?:checked out|used by worktree) at '([^']+)'/,
    code: "branch-taken",
    say: (path) => `The branch is checked out in another work tree: ${path}.`,
  },
  {
    pattern: /(?:would be overwritten by|not uptodate|would lose untracked files|would be removed by)/,
    code: "conflict",
    say: () => "Files that are not committed are in the way.",
  },
  {
    pattern:
      /partial commit during a merge|you have unmerged files|resolve your current index|cannot switch branch while/i,
    code: "conflict",
    say: () => "A merge or rebase is under way in this work tree. Finish or abort it.",
  },
];

/** The last part of a text; what matters of git's and a hook's words stands at the end. */
export function tail(text: string, length = maxDetail): string {
  const trimmed = text.trim();
  return trimmed.length <= length ? trimmed : `…${trimmed.slice(-length)}`;
}

/** Reads git's own words and names the failure. `verb` is the subcommand; unknown words give the code `failed`. */
export function failureOf(verb: string, words: string, exitCode: number | null): WorkspaceError {
  for (const cause of causes) {
    const match = cause.pattern.exec(words);
    if (match !== null) return new WorkspaceError(cause.code, cause.say(match[1] ?? match[2] ?? ""), tail(words));
  }
  const first = /^(?:fatal|error): (.*)$/m.exec(words)?.[1] ?? words.trim().split("\n")[0] ?? "";
  const how = exitCode === null ? "was ended from outside" : `failed (${exitCode})`;
  return new WorkspaceError("failed", `git ${verb} ${how}${first === "" ? "." : `: ${first}`}`, tail(words));
}
