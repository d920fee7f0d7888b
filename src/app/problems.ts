import type { EndReason } from "../core/end-reason.ts";
import { BacklogError, faultText } from "../ports/backlog.ts";
import { PendingMergesError } from "../adapters/queue/pending-merges.ts";
import { ForgeError } from "../ports/forge.ts";
import { LedgerError } from "../ports/ledger.ts";
import { WorkspaceError } from "../ports/workspace.ts";
import { GateVariablesError } from "./compose/gate-variables.ts";
import { SandboxError } from "./compose/sandbox.ts";
import { SeatError } from "./compose/seats.ts";

/** A failure as a person is told of it: what happened, what to do, and how the run ends by it. */
export interface Problem {
  readonly reason: EndReason;
  readonly message: string;
  readonly next: string;
}

const diskFull = { reason: "disk_full", next: "Free some space, then start again: nothing was lost." } as const;

const workspaceCures: Record<WorkspaceError["code"], { readonly reason: EndReason; readonly next: string }> = {
  "git-missing": { reason: "preflight_failed", next: "Install git 2.31 or newer, and make sure that it is on PATH." },
  "not-a-repository": {
    reason: "preflight_failed",
    next: "Go to a git repository, or make one with `git init` and a first commit.",
  },
  bare: { reason: "preflight_failed", next: "Start in a work tree of it: git worktree add ../work." },
  "no-commits": {
    reason: "preflight_failed",
    next: 'Make a first commit: git add -A && git commit -m "chore: start".',
  },
  "index-locked": { reason: "preflight_failed", next: "If no other git runs here, remove .git/index.lock." },
  "timed-out": {
    reason: "preflight_failed",
    next: "Find out what git is waiting for: a prompt for a password or a signature, or a slow disk.",
  },
  unreachable: {
    reason: "source_unavailable",
    next: "Check the remote (git remote -v, git fetch), then start again: the run continues where it stopped.",
  },
  hook: { reason: "preflight_failed", next: "Fix what the hook complains about, or fix the hook." },
  signing: {
    reason: "preflight_failed",
    next: "Unlock the signing key, or turn signing off here: git config commit.gpgsign false.",
  },
  conflict: { reason: "preflight_failed", next: "Resolve the conflict, commit, and start again." },
  "branch-taken": {
    reason: "preflight_failed",
    next: "Rename that branch (git branch -m OLD NEW), or switch the other work tree to another one, then start again.",
  },
  identity: { reason: "preflight_failed", next: "Tell git who you are: git config user.name … and user.email …." },
  "disk-full": diskFull,
  "read-only": { reason: "preflight_failed", next: "Make the repository writable; nothing was changed." },
  unfit: { reason: "preflight_failed", next: "Nothing was changed." },
  failed: { reason: "preflight_failed", next: "Run the git command named above by hand to see more." },
};

const ledgerCures: Record<LedgerError["code"], { readonly reason: EndReason; readonly next: string }> = {
  newer: { reason: "preflight_failed", next: "Use the newer version of ralph that wrote this ledger." },
  corrupt: {
    reason: "preflight_failed",
    next: "Move .ralph/ralph.db away; history can be rebuilt with `ralph ledger rebuild`.",
  },
  full: diskFull,
  "read-only": { reason: "preflight_failed", next: "Make .ralph writable; nothing was changed." },
  locked: { reason: "preflight_failed", next: "Another program has the ledger open; wait for it, or end it." },
  failed: { reason: "preflight_failed", next: "See the message; `ralph doctor` checks the ledger and the disk." },
};

const forgeCures: Record<ForgeError["code"], { readonly reason: EndReason; readonly next: string }> = {
  auth: {
    reason: "config_invalid",
    next: "Set GH_TOKEN to a key that may write contents and pull requests there, or log in: gh auth login.",
  },
  invalid: {
    reason: "config_invalid",
    next: "Name it: RALPH_GITHUB_REPOSITORY=owner/name. RALPH_FORGE=none does without.",
  },
  "not-found": {
    reason: "config_invalid",
    next: "Check the name (RALPH_GITHUB_REPOSITORY), and whether the key has access to it.",
  },
  forbidden: { reason: "preflight_failed", next: "Give the key the right that is missing, then start again." },
  limited: { reason: "source_unavailable", next: "Start again later: the run continues where it stopped." },
  network: {
    reason: "source_unavailable",
    next: "Check the network, then start again: the run continues where it stopped.",
  },
  failed: {
    reason: "source_unavailable",
    next: "See the message, then start again: the run continues where it stopped.",
  },
};

const systemCures: Readonly<Record<string, { readonly reason: EndReason; readonly next: string }>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EROFS: { reason: "preflight_failed", next: "The disk is read-only: make it writable; nothing was changed." },
  EACCES: { reason: "preflight_failed", next: "Make the named file or folder readable and writable for you." },
  EPERM: { reason: "preflight_failed", next: "Make the named file or folder readable and writable for you." },
};

/** Where git's own words add nothing to ours. */
const selfEvident: readonly WorkspaceError["code"][] = ["not-a-repository", "bare", "no-commits", "git-missing"];

/** An error in words, with its cure; null for a bug, which nobody has words for. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof WorkspaceError)
    return {
      ...workspaceCures[error.code],
      message: [error.message, selfEvident.includes(error.code) ? "" : error.detail]
        .filter((part) => part !== "")
        .join("\n"),
    };
  if (error instanceof LedgerError) return { ...ledgerCures[error.code], message: error.message };
  if (error instanceof BacklogError)
    return {
      reason: error.code === "unavailable" ? "source_unavailable" : "config_invalid",
      message: faultText(error.fault),
      next: error.fault.hint,
    };
  if (error instanceof ForgeError) return { ...forgeCures[error.code], message: error.message };
  if (error instanceof PendingMergesError)
    return { reason: "config_invalid", message: error.message, next: "Fix the file, or move it away." };
  if (error instanceof GateVariablesError)
    return { reason: "config_invalid", message: error.message, next: "Make the file readable, or remove the setting." };
  if (error instanceof SandboxError)
    return {
      reason: "preflight_failed",
      message: error.message,
      next: "See `ralph doctor`. Install bubblewrap and allow user namespaces, or set RALPH_SANDBOX to something that works here (none for no sandbox).",
    };
  if (error instanceof SeatError)
    return { reason: "config_invalid", message: error.message, next: "Set RALPH_AGENT in .ralphrc." };
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    if (error.code === "ENOENT" && "syscall" in error && error.syscall === "spawn git")
      return { ...workspaceCures["git-missing"], message: "The git program was not found." };
    const cure = systemCures[error.code];
    return cure === undefined ? null : { ...cure, message: error.message };
  }
  return null;
}
