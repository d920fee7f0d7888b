import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";

/** Who has written a commit, and when (seconds since 1970). */
export interface CommitFacts {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string; readonly at: number };
  readonly message: string;
}

/** How much a branch differs from its base. */
export interface Difference {
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** The git repository behind the server. Commits are full shas; rejects with git's own words. */
export interface BareRepository {
  readonly path: string;
  tip(branch: string): Promise<string | null>;
  /** The commit that a branch or a full sha names; null where there is none. */
  resolve(name: string): Promise<string | null>;
  /** The tree of a merge; null where the two stand against each other. */
  merged(base: string, head: string): Promise<string | null>;
  difference(base: string, head: string): Promise<Difference>;
  commit(wish: { tree: string; parents: readonly string[]; message: string }): Promise<string>;
  /** Makes a commit of files on a branch, which is made, or moved by force, to stand upon `onto`. A text of null takes a file away. */
  commitFiles(
    branch: string,
    wish: { onto: string | null; files: Readonly<Record<string, string | null>>; message: string },
  ): Promise<string>;
  facts(sha: string): Promise<CommitFacts>;
  /** The messages of what the head has beyond the base, oldest first. */
  messages(base: string, head: string): Promise<readonly string[]>;
  /** Moves a branch that stands at `from`. */
  moveBranch(branch: string, to: string, from: string): Promise<void>;
  dropBranch(branch: string): Promise<void>;
}

const identity = { name: "GitHub", email: "noreply@github.invalid" };

/** A bare repository at a path, which has to be there. */
export function bareRepository(path: string): BareRepository {
  const git = gitIn(path);
  // What is said of commits stays true: it is asked for once, since each request looks at all pull requests.
  const known = new Map<string, Promise<string>>();
  const asked = (...args: readonly string[]): Promise<string> => {
    const key = args.join(" ");
    const answer = known.get(key) ?? git(args);
    known.set(key, answer);
    return answer;
  };
  const tip = async (branch: string): Promise<string | null> =>
    (await looseRef(path, branch)) ??
    git(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`]).catch(() => null);
  return {
    path,
    tip,
    resolve: async (name) =>
      /^[0-9a-f]{40}$/.test(name)
        ? asked("rev-parse", "--verify", "--quiet", `${name}^{commit}`).catch(() => null)
        : tip(name),
    merged: (base, head) => asked("merge-tree", "--write-tree", "--no-messages", base, head).catch(() => null),
    async difference(base, head) {
      const lines = linesIn(await asked("log", "--format=tformat:commit", "--numstat", `${base}..${head}`));
      const rows = lines.filter((line) => line !== "commit").map((line) => line.split("\t"));
      const sum = (column: number): number => rows.reduce((total, row) => total + (Number(row[column]) || 0), 0);
      return {
        commits: lines.length - rows.length,
        files: new Set(rows.map(([, , file]) => file)).size,
        additions: sum(0),
        deletions: sum(1),
      };
    },
    commit: ({ tree, parents, message }) =>
      git(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"], { stdin: message }),
    async commitFiles(branch, wish) {
      await git(["fast-import", "--quiet", "--force"], { stdin: importOf(branch, wish) });
      const made = await tip(branch);
      if (made === null) throw new Error(`git has made no commit on ${branch}.`);
      return made;
    },
    facts: async (sha) => factsIn(await asked("show", "--no-patch", `--format=${factFormat}`, sha)),
    messages: async (base, head) =>
      (await git(["log", "--reverse", "--format=%B%x00", `${base}..${head}`]))
        .split("\0")
        .map((text) => text.trim())
        .filter((text) => text !== ""),
    moveBranch: async (branch, to, from) => {
      await git(["update-ref", `refs/heads/${branch}`, to, from]);
    },
    dropBranch: async (branch) => {
      await git(["update-ref", "-d", `refs/heads/${branch}`]);
    },
  };
}

/** Makes a bare repository with one commit of these files. */
export async function makeBareRepository(
  path: string,
  { branch, files }: { readonly branch: string; readonly files: Readonly<Record<string, string>> },
): Promise<BareRepository> {
  // As `git init --bare` would: tests start many.
  await mkdir(join(path, "objects"), { recursive: true });
  await mkdir(join(path, "refs", "heads"), { recursive: true });
  await writeFile(join(path, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  await writeFile(join(path, "HEAD"), `ref: refs/heads/${branch}\n`);
  const made = bareRepository(path);
  await made.commitFiles(branch, { onto: null, files, message: "start" });
  return made;
}

/* Most refs are files of their own; that one which is not there may be packed. */
async function looseRef(path: string, branch: string): Promise<string | null> {
  try {
    const text = (await readFile(join(path, "refs", "heads", branch), "utf8")).trim();
    return /^[0-9a-f]{40}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

type RunGit = (args: readonly string[], more?: { readonly stdin?: string }) => Promise<string>;

const gitIn =
  (folder: string): RunGit =>
  (args, { stdin = "" } = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        "git",
        ["-C", folder, "-c", `core.hooksPath=${devNull}`, ...args],
        { env: environment(), maxBuffer: 100_000_000 },
        (error, stdout) => (error === null ? resolve(stdout.trimEnd()) : reject(error)),
      );
      // A git that does not read what it is given may be gone before it is written.
      child.stdin?.on("error", () => {});
      child.stdin?.end(stdin);
    });

function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  const { name, email } = identity;
  const who = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  return { ...env, ...who, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}

/* A stream for `git fast-import`: one commit on a branch. */
function importOf(
  branch: string,
  { onto, files, message }: { onto: string | null; files: Readonly<Record<string, string | null>>; message: string },
): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const changes = Object.entries(files).map(([path, text]) =>
    text === null ? `D ${JSON.stringify(path)}\n` : `M 100644 inline ${JSON.stringify(path)}\n${data(text)}`,
  );
  const { name, email } = identity;
  return [
    onto === null ? "" : `reset refs/heads/${branch}\nfrom ${onto}\n\n`,
    `commit refs/heads/${branch}\ncommitter ${name} <${email}> ${Math.floor(Date.now() / 1_000)} +0000\n`,
    data(message),
    ...changes,
    "\n",
  ].join("");
}

const factFormat = "%H%x00%T%x00%P%x00%an%x00%ae%x00%at%x00%B";

function factsIn(text: string): CommitFacts {
  const [sha = "", tree = "", parents = "", name = "", email = "", at = "0", message = ""] = text.split("\0");
  return {
    sha,
    tree,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name, email, at: Number(at) },
    message: message.trim(),
  };
}

const linesIn = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");
