import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "./server/exchange.ts";
import { type Fault, Faults } from "./server/faults.ts";
import { serve, type Service } from "./server/serve.ts";
import { bareRepository, makeBareRepository } from "./world/bare-repository.ts";
import { type Hands, handsOf } from "./world/hands.ts";
import { freshWorld } from "./world/fresh-world.ts";

/** What a GitHub of one repository begins with. */
export interface GithubOptions {
  /** A bare git repository that is there; without it one is made, and goes with the server. */
  readonly repository?: string;
  /** What the first commit of a made one holds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly defaultBranch?: string;
  readonly owner?: string;
  readonly name?: string;
  readonly token?: string;
  /** 0, as where it is not given: a free one. */
  readonly port?: number;
}

/** A pull request as a person sees it in a list. */
export interface SeenPull {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly branch: string;
  /** The commit that it was merged as; null before. */
  readonly mergedAs: string | null;
}

/** An issue that is no pull request, as a person sees it in a list. */
export interface SeenIssue {
  readonly number: number;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly labels: readonly string[];
}

/** A GitHub on loopback, and all that can be done to it. It stops with `await using`. */
export interface Github extends AsyncDisposable {
  /** The address of its API, without a slash at the end. */
  readonly url: string;
  /** The path of the bare repository: what a clone has as its `origin`. */
  readonly repository: string;
  readonly owner: string;
  readonly name: string;
  readonly token: string;
  /** What people and machines do beside the API. */
  readonly by: Hands;
  /** Lets requests go wrong. */
  fail(fault: Fault): void;
  /** Nothing goes wrong any more. */
  mend(): void;
  /** Everything that was asked and answered so far. */
  readonly exchanges: readonly Exchange[];
  /** All pull requests, the oldest first. */
  pulls(): readonly SeenPull[];
  issues(): readonly SeenIssue[];
  tip(branch: string): Promise<string | null>;
  /** The message of a commit. */
  message(commit: string): Promise<string>;
}

/** Starts a GitHub server on 127.0.0.1 over a real git repository. Pull requests are branches in it, and merges are commits. */
export async function startGithub(options: GithubOptions = {}): Promise<Github> {
  const { owner = "acme", name = "shop", token = "a-token-for-tests", defaultBranch = "main" } = options;
  const home = options.repository === undefined ? await mkdtemp(join(tmpdir(), "github-")) : null;
  const bare =
    options.repository === undefined
      ? await makeBareRepository(join(home ?? "", `${name}.git`), {
          branch: defaultBranch,
          files: options.files ?? { "README.md": `# ${name}\n` },
        })
      : bareRepository(options.repository);
  const world = freshWorld(bare, { owner, name, token, defaultBranch });
  const service: Service = { world, faults: new Faults(), exchanges: [] };
  const server = await serve(() => service, options.port ?? 0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  world.url = `http://127.0.0.1:${port}`;
  return {
    url: world.url,
    repository: bare.path,
    owner,
    name,
    token,
    by: handsOf(world),
    fail: (fault) => service.faults.add(fault),
    mend: () => service.faults.clear(),
    exchanges: service.exchanges,
    pulls: () =>
      [...world.issues.values()].flatMap(({ number, title, state, pull }) =>
        pull === null ? [] : [{ number, title, state, branch: pull.branch, mergedAs: pull.mergedAs }],
      ),
    issues: () =>
      [...world.issues.values()].flatMap(({ number, title, state, labels, pull }) =>
        pull === null ? [{ number, title, state, labels }] : [],
      ),
    tip: (branch) => bare.tip(branch),
    message: async (commit) => (await bare.facts(commit)).message,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      if (home !== null) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
