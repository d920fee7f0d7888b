import { setTimeout as pause } from "node:timers/promises";
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

/** Looks at every new commit of every open pull request, as a machine for checks does, until disposed. */
export function machine(github: Github, says: (branch: string, commits: number) => Said): AsyncDisposable {
  const seen = new Map<string, Set<string>>();
  const over = new AbortController();
  const look = async (): Promise<void> => {
    for (let n = 1; ; n++) {
      const pull = pullOf(github, n);
      if (pull === null) return;
      const head = pull.mergedAs === null ? await github.tip(pull.branch) : null;
      const known = seen.get(pull.branch) ?? new Set();
      seen.set(pull.branch, known);
      if (head === null || known.has(head)) continue;
      const word = says(pull.branch, known.size + 1);
      if (word === "nothing") continue;
      known.add(head);
      const log = word === "red" ? "not ok 1 - the cart is empty\n" : "ok 1\n";
      await github.by.check(head, [{ name: "build", ends: word === "red" ? "failure" : "success", log }]);
    }
  };
  const working = (async () => {
    while (!over.signal.aborted) {
      await look();
      await pause(30);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      over.abort();
      await working;
    },
  };
}

function pullOf(github: Github, n: number) {
  try {
    return github.by.issue(n).pull;
  } catch {
    return null;
  }
}
