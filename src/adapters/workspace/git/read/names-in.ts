import type { GitRepository } from "../git-repository.ts";

/** So much of a command line may be paths; more than every system takes is not tried (F112). */
const mostChars = 16_000;

/** Which of these paths are files in a commit or tree, however many they are: then git is asked for all that it has. */
export async function namesIn(
  { git, paths }: GitRepository,
  revision: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const fits = wanted.reduce((sum, path) => sum + path.length + 1, 0) <= mostChars;
  const args = [
    "--literal-pathspecs",
    "ls-tree",
    "-r",
    "-z",
    "--name-only",
    revision,
    ...(fits ? ["--", ...wanted] : []),
  ];
  const { stdout } = await git.run({ mode: "read", args }, signal);
  const asked = new Set(wanted);
  return paths.split(stdout).filter((path) => asked.has(path));
}
