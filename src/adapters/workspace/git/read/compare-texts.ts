import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failureOf } from "../call/git-failure.ts";
import { openGit } from "../call/git.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Three texts of one file, and what the two sides are called in conflict marks. */
export interface ThreeTexts {
  readonly mine: string;
  readonly base: string;
  readonly ours: string;
  readonly names: { readonly mine: string; readonly ours: string };
}

const mostConflicts = 127;

/** Merges three texts as git does, line by line. Where both sides changed the same lines, both stand there between marks. */
export async function mergeTexts(
  { mine, base, ours, names }: ThreeTexts,
  env: Env,
): Promise<{ readonly text: string; readonly hasConflicts: boolean }> {
  await using folder = await folderWith({ mine, base, ours });
  const answer = await openGit(folder.path, { env }).ask({
    mode: "read",
    args: [
      "-c",
      "merge.conflictStyle=merge",
      "merge-file",
      "-p",
      "-L",
      names.mine,
      "-L",
      "installed",
      "-L",
      names.ours,
    ].concat(["mine", "base", "ours"]),
  });
  if (answer.exitCode > mostConflicts) throw failureOf("merge-file", answer.stderr, answer.exitCode);
  return { text: answer.stdout.toString(), hasConflicts: answer.exitCode > 0 };
}

/** The difference between two texts of a file, as git shows it, with the file's path in its head; empty where they are alike. */
export async function diffTexts(path: string, before: string, after: string, env: Env): Promise<string> {
  await using folder = await folderWith({ before, after });
  const answer = await openGit(folder.path, { env }).ask({
    mode: "read",
    args: ["-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "diff", "--no-index", "--no-ext-diff"].concat([
      "--no-textconv",
      "--no-color",
      "--no-prefix",
      "--text",
      "--",
      "before",
      "after",
    ]),
  });
  if (answer.exitCode > 1) throw failureOf("diff", answer.stderr, answer.exitCode);
  const hunks = answer.stdout.toString().split("\n");
  const first = hunks.findIndex((line) => line.startsWith("@@"));
  return first < 0 ? "" : [`--- ${path}`, `+++ ${path}`, ...hunks.slice(first)].join("\n");
}

/** A temporary folder with these files; it goes away by itself. */
async function folderWith(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "ralph-compare-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
    },
  };
}
