import { expect, test } from "vitest";
import { failureOf } from "./git-failure.ts";

// What git really says (in English, which our calls ask for), and what people are told.
const cases: readonly (readonly [words: string, code: string, told: string])[] = [
  [
    "fatal: Unable to create '/r/.git/index.lock': File exists.\n\nAnother git process seems to be running",
    "index-locked",
    "/r/.git/index.lock",
  ],
  ["fatal: Unable to create '/r/.git/index.lock': Read-only file system", "read-only", "permissions"],
  ["fatal: Unable to create '/r/.git/index.lock': Permission denied", "read-only", "permissions"],
  [
    "error: insufficient permission for adding an object to repository database .git/objects",
    "read-only",
    "permissions",
  ],
  [
    "error: unable to write file x: No space left on device\nfatal: failed to write commit object",
    "disk-full",
    "Free some space",
  ],
  [
    "error: open(\"my secret\"): Permission denied\nerror: unable to index file 'my secret'",
    "failed",
    "my secret can't be read",
  ],
  ["Author identity unknown\n\n*** Please tell me who you are.\n", "identity", "user.email"],
  ["fatal: empty ident name (for <x@y>) not allowed", "identity", "user.name"],
  ["error: gpg failed to sign the data\nfatal: failed to write commit object", "signing", "commit.gpgsign"],
  ['error: Load key "/k": No such file\nfatal: failed to write commit object', "signing", "commit.gpgsign"],
  ["fatal: not a git repository (or any of the parent directories): .git", "not-a-repository", "not a git repository"],
  ["fatal: detected dubious ownership in repository at '/r'", "failed", "safe.directory /r"],
  ["fatal: .git/index: index file smaller than expected", "failed", "git reset"],
  [
    "error: object file .git/objects/ab/cd is empty\nfatal: loose object abcd (stored in .git/objects/ab/cd) is corrupt",
    "failed",
    "git fsck",
  ],
  [
    "error: Your local changes to the following files would be overwritten by checkout:\n\ta",
    "conflict",
    "not committed",
  ],
  ["fatal: cannot do a partial commit during a merge.", "conflict", "merge or rebase"],
  ["fatal: 'x' is already checked out at '/other'", "branch-taken", "/other"],
  ["fatal: 'x' is already used by worktree at '/other'", "branch-taken", "/other"],
  ["fatal: something nobody has seen", "failed", "git commit failed (128): something nobody has seen"],
];

test.each(cases)("%j is read as %s", (words, code, told) => {
  const error = failureOf("commit", words, 128);
  expect(error).toMatchObject({ name: "WorkspaceError", code, detail: words.trim() });
  expect(error.message).toContain(told);
});

test("a long output is kept at its end, bounded", () => {
  const { detail } = failureOf("commit", `${"x".repeat(100_000)}the end`, 1);
  expect(detail).toHaveLength(8_001);
  expect(detail).toMatch(/the end$/);
});
