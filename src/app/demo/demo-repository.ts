import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What the demo needs of the outside. Paths are absolute; `env` is complete. */
export interface DemoMeans {
  /** The folder of one demo among our assets: a repository, and the script of its agent. */
  readonly assets: string;
  readonly env: Readonly<Record<string, string>>;
  /** A bare repository that becomes its `origin`, and what `{{KEY}}` stands for in the script; where the demo has a tracker. */
  readonly remote?: { readonly origin: string; readonly key: string };
}

// What a person has set for all repositories (signing, hooks, ignored files) must not change what the demo shows.
const settings = `[user]
\tname = Ralph's demo
\temail = demo@example.invalid
[commit]
\tgpgsign = false
[core]
\thooksPath = .git/hooks
\texcludesFile = ${JSON.stringify(devNull)}
\tautocrlf = false
[gc]
\tauto = 0
`;

/** True for a folder that is not there or holds nothing: only there the demo makes its repository. */
export async function isVacant(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
    throw error;
  }
}

/** Makes the demo's repository in a vacant folder: a library, a plan, one commit, and the scripted agent. */
export async function makeDemoRepository(folder: string, { assets, env, remote }: DemoMeans): Promise<void> {
  const git = async (...args: readonly string[]): Promise<void> => {
    await promisify(execFile)("git", [...args], { cwd: folder, env });
  };
  await mkdir(folder, { recursive: true });
  await cp(join(assets, "repository"), folder, { recursive: true });
  await git("init", "--quiet", "--template=", "--initial-branch=main");
  await appendFile(join(folder, ".git", "config"), settings);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "chore: a library that wants some work");
  // After the commit: the agent is no part of the library.
  await mkdir(join(folder, ".ralph"), { recursive: true });
  const script = await readFile(join(assets, "script.yaml"), "utf8");
  await writeFile(join(folder, ".ralph", "script.yaml"), script.replaceAll("{{KEY}}", remote?.key ?? ""));
  if (remote === undefined) return;
  await git("remote", "add", "origin", remote.origin);
  await git("push", "--quiet", "--force", "--set-upstream", "origin", "main");
}
