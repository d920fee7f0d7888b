import { execFile } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A real git repository in a temporary folder; it goes away with `await using`. Paths given are relative to it. */
export interface TempRepository extends AsyncDisposable {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** Runs git there and resolves to its output, trimmed at the end; rejects with what git said. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes a file and the folders above it; `mode` as for chmod. */
  write(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  read(path: string): Promise<string>;
  /** Removes a file or folder. */
  remove(path: string): Promise<void>;
  /** Writes a git hook, a shell script that may be run. */
  hook(name: string, script: string): Promise<void>;
  /** Commits whatever is there (empty, too) and resolves to the commit. */
  commitAll(message?: string): Promise<string>;
  head(): Promise<string>;
}

/** What a temporary repository begins with. */
export interface TempRepositoryOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the first branch; "main" where not given. */
  readonly branch?: string;
  /** False leaves the repository without a commit. */
  readonly commit?: boolean;
}

// What stands in the configuration of whoever runs the tests must not change what they see.
const config = `[user]
\tname = Test
\temail = test@example.invalid
[commit]
\tgpgsign = false
[core]
\texcludesFile = ${JSON.stringify(devNull)}
\thooksPath = .git/hooks
\tautocrlf = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
[protocol "file"]
\tallow = always
`;

/** Makes a repository with an identity, without hooks, and (unless told otherwise) with one commit. */
export async function tempRepository(options: TempRepositoryOptions = {}): Promise<TempRepository> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "ralph-repo-")));
  const repository = repositoryAt(path);
  await repository.git("init", "--quiet", "--template=", `--initial-branch=${options.branch ?? "main"}`);
  await appendFile(join(path, ".git", "config"), config);
  for (const [file, text] of Object.entries(options.files ?? {})) await repository.write(file, text);
  if (options.commit !== false) await repository.commitAll("start");
  return repository;
}

/** The same hands for a repository that is there already, such as a linked work tree or a clone; disposing removes its folder. */
export function repositoryAt(path: string): TempRepository {
  const run = promisify(execFile);
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run("git", [...args], { cwd: path, env: environment(), maxBuffer: 100_000_000 });
    return stdout.trimEnd();
  };
  return {
    path,
    git,
    async write(file, content, mode) {
      const target = join(path, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      if (mode !== undefined) await chmod(target, mode);
    },
    read: (file) => readFile(join(path, file), "utf8"),
    remove: (file) => rm(join(path, file), { recursive: true }),
    async hook(name, script) {
      await this.write(join(".git", "hooks", name), `#!/bin/sh\n${script}\n`, 0o755);
    },
    async commitAll(message = "work") {
      await git("add", "--all");
      await git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    head: () => git("rev-parse", "HEAD"),
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _dir, GIT_INDEX_FILE: _index, GIT_WORK_TREE: _tree, ...env } = process.env;
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}
