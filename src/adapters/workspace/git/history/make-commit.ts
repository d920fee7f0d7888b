import { WorkspaceError } from "../../../../ports/workspace.ts";
import { failureOf, tail } from "../call/git-failure.ts";
import { headOf, type GitRepository } from "../git-repository.ts";
import type { GitAnswer } from "../call/git.ts";

/** What is to be committed: the index as a whole, or these paths and nothing else that is staged. */
export interface CommitCall {
  readonly message: string;
  readonly allowEmpty: boolean;
  readonly only: { readonly kind: "index" } | { readonly kind: "include" | "only"; readonly paths: readonly string[] };
}

/** `unknown-paths`: git knows none of these, so that nothing was done and no hook has run. */
export type CommitResult =
  | { readonly kind: "committed"; readonly sha: string }
  | { readonly kind: "unknown-paths"; readonly paths: ReadonlySet<string> };

/** Pathspecs that mean one path from the root, whatever characters it holds. */
const literal = ":(top,literal)";

/**
 * Runs `git commit` once, with the person's hooks and signer. It is believed only when HEAD has moved (F158); a refusal
 * rejects with WorkspaceError `hook`, `signing`, `identity` or what else git said, and HEAD stands where it stood.
 */
export async function makeCommit(
  repository: GitRepository,
  call: CommitCall,
  signal?: AbortSignal,
): Promise<CommitResult> {
  repository.lastLook = null;
  const before = await headOf(repository, signal);
  const answer = await ask(repository, call, signal);
  if (answer.exitCode !== 0) {
    const paths = unknownPaths(answer.stderr);
    if (paths.size > 0) return { kind: "unknown-paths", paths };
    throw refusal(answer);
  }
  const sha = await headOf(repository);
  if (sha === before) {
    throw new WorkspaceError(
      "failed",
      "git commit ended well, but HEAD has not moved: a hook may have taken the commit back.",
      tail(answer.stderr),
    );
  }
  return { kind: "committed", sha };
}

async function ask(repository: GitRepository, call: CommitCall, signal?: AbortSignal): Promise<GitAnswer> {
  const { message, allowEmpty, only } = call;
  const args = ["commit", "--quiet", "--cleanup=whitespace", "--message", message];
  if (allowEmpty) args.push("--allow-empty");
  if (only.kind !== "index") args.push(`--${only.kind}`);
  const paths = only.kind === "index" ? [] : only.paths;
  if (paths.length > 0) args.push("--pathspec-from-file=-", "--pathspec-file-nul");
  const stdin = paths.length > 0 ? { stdin: repository.paths.join(paths, literal) } : {};
  try {
    return await repository.git.ask({ mode: "commit", args, ...stdin }, signal);
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === "timed-out") throw await stuck(repository, error);
    throw error;
  }
}

/** A commit waits for a hook or for the signer; which of them, the configuration tells (F143). */
async function stuck({ git }: GitRepository, error: WorkspaceError): Promise<WorkspaceError> {
  const signs = await git.ask({ mode: "read", args: ["config", "--type=bool", "--get", "commit.gpgsign"] });
  const say =
    signs.stdout.toString().trim() === "true"
      ? ([
          "signing",
          "It waited for the signer, which may have asked a question that nobody saw, or for a hook. Make signing work without a prompt, or set commit.gpgsign to false.",
        ] as const)
      : (["timed-out", "It waited for a hook. Run the hook by hand to see why it does not end."] as const);
  return new WorkspaceError(say[0], `${error.message} ${say[1]}`, error.detail, { cause: error });
}

function refusal({ exitCode, stdout, stderr }: GitAnswer): WorkspaceError {
  const words = `${stdout.toString()}\n${stderr}`;
  if (exitCode !== 1) return failureOf("commit", words, exitCode);
  if (/^(?:nothing to commit|nothing added to commit|no changes added to commit)/m.test(words)) {
    return new WorkspaceError("failed", "There is nothing to commit in these paths.", tail(words));
  }
  // With 1 git ends for what is not its own failure: a hook said no.
  return new WorkspaceError(
    "hook",
    "A hook refused the commit; nothing was committed. What it said is in the detail.",
    tail(words),
  );
}

function unknownPaths(words: string): ReadonlySet<string> {
  const matches = words.matchAll(/pathspec ':\(top,literal\)([\s\S]*?)' did not match any file/g);
  return new Set([...matches].map((match) => match[1] ?? ""));
}
