import { machine } from "../../src/stand-ins/github/machine.ts";
import { startGithub, type Github } from "../../src/stand-ins/github/start-github.ts";
import { project, type Project, type ProjectOptions } from "./repository.ts";

/** A project whose `origin` is a repository on a GitHub on loopback. */
export interface ForgeProject extends Project {
  readonly github: Github;
}

/** Makes both; they go away with `await using`. Looks come quickly, and nobody waits long. */
export async function forgeProject(options: ProjectOptions = {}): Promise<ForgeProject> {
  const github = await startGithub();
  const it = await project({
    ...options,
    rc: {
      RALPH_BRANCHING: "task",
      RALPH_FORGE: "github",
      RALPH_GITHUB_URL: github.url,
      RALPH_GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
      RALPH_MERGE_POLL_SECONDS: "0.2s",
      RALPH_MERGE_WAIT_MINUTES: "20s",
      ...options.rc,
    },
  });
  await it.git("remote", "add", "origin", github.repository);
  await it.git("push", "--quiet", "--force", "--set-upstream", "origin", "main");
  it.env["GH_TOKEN"] = github.token;
  return {
    ...it,
    github,
    async [Symbol.asyncDispose]() {
      await it[Symbol.asyncDispose]();
      await github[Symbol.asyncDispose]();
    },
  };
}

/** What a machine says of the newest commit of a pull request. `nothing`: not now. */
export type Said = "green" | "red" | "nothing";

/** A machine with one check, `build`, that says of each commit what it is told to. */
export const building = (github: Github, says: (branch: string, nth: number) => Said): AsyncDisposable =>
  machine(github, ({ branch, nth }) => {
    const word = says(branch, nth);
    if (word === "nothing") return null;
    const log = word === "red" ? "not ok 1 - the cart is empty\n" : "ok 1\n";
    return [{ name: "build", ends: word === "red" ? "failure" : "success", log }];
  });
