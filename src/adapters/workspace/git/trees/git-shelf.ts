import { WorkspaceError, type Aside, type Kept, type Shelf } from "../../../../ports/workspace.ts";
import { failureOf } from "../call/git-failure.ts";
import { lookAt, type GitRepository } from "../git-repository.ts";
import { snapshotOf } from "../git-workspace.ts";
import { keeper } from "./keeper.ts";
import { putBack } from "./put-back.ts";
import { readWipRef, wipFolder, wipRoot } from "./wip-ref.ts";

const listFormat = "--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(contents:subject)";

/** Kept work through the git program. Calls: keep 4 to 6; putBack 4 to 8; restore 1; list 1; drop 1. Index and hooks are not touched by keeping. */
export function gitShelf(repository: GitRepository): Shelf {
  const { git } = repository;

  const list = async (folder: string, signal?: AbortSignal): Promise<readonly Kept[]> => {
    const { stdout } = await git.run({ mode: "read", args: ["for-each-ref", listFormat, folder] }, signal);
    const kept = stdout.toString().split("\n").flatMap(readKept);
    return kept.toSorted((a, b) => b.at - a.at || Number(b.attempt) - Number(a.attempt));
  };

  return {
    keep: (request, signal) => keep(repository, request, { list, signal }),
    putBack: (commit, aside, signal) => putBack(repository, commit, aside, signal),
    async restore(commit, paths, signal) {
      const args = [
        "restore",
        `--source=${commit}`,
        "--staged",
        "--worktree",
        "--pathspec-from-file=-",
        "--pathspec-file-nul",
      ];
      repository.lastLook = null;
      await git.run({ mode: "write", args, stdin: paths.map((path) => `${path}\0`).join("") }, signal);
    },
    list: (signal) => list(wipRoot, signal),
    async drop(ref, signal) {
      if (readWipRef(ref) === null)
        throw new WorkspaceError("failed", `${ref} is not kept work; only refs under ${wipRoot} are dropped.`);
      await git.run({ mode: "write", args: ["update-ref", "-d", ref] }, signal);
    },
  };
}

interface Means {
  readonly list: (folder: string, signal?: AbortSignal) => Promise<readonly Kept[]>;
  readonly signal: AbortSignal | undefined;
}

async function keep(
  repository: GitRepository,
  request: { task: string; why: string; aside: Aside },
  { list, signal }: Means,
): Promise<Kept> {
  const { git } = repository;
  const look = await lookAt(repository, signal);
  const tree = await snapshotOf(repository, look, request.aside, signal);
  const stdin = `${request.why.trim() || "kept"}\n\nRalph-Task: ${request.task}\n`;
  const made = await git.run(
    { mode: "write", args: ["commit-tree", tree, "-p", look.head, "-F", "-"], stdin, env: keeper },
    signal,
  );
  const commit = made.stdout.toString().trim();
  const folder = wipFolder(request.task);
  const before = await list(folder, signal);
  const first = Math.max(0, ...before.map(({ attempt }) => Number(attempt))) + 1;
  for (let attempt = first; ; attempt += 1) {
    const ref = `${folder}${attempt}`;
    // The zeros say: only if it is not there. Another process may have taken the number meanwhile.
    const answer = await git.ask(
      { mode: "write", args: ["update-ref", ref, commit, "0".repeat(commit.length)] },
      signal,
    );
    if (answer.exitCode === 0)
      return {
        task: request.task,
        attempt: String(attempt),
        ref,
        commit,
        at: Date.now(),
        subject: subjectOf(request.why),
      };
    if (!/reference already exists/.test(answer.stderr)) throw failureOf("update-ref", answer.stderr, answer.exitCode);
  }
}

const subjectOf = (why: string): string => why.trim().split("\n")[0] || "kept";

function readKept(line: string): Kept[] {
  const [ref = "", commit = "", seconds = "", subject = ""] = line.split("\0");
  const name = readWipRef(ref);
  return name === null ? [] : [{ ...name, ref, commit, at: Number(seconds) * 1000, subject }];
}
