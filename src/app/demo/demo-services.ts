import type { ShownIssue } from "../../show/demo/demo-text.ts";
import { startGithub, type Github } from "../../stand-ins/github/start-github.ts";
import { startLinear } from "../../stand-ins/linear/start-linear.ts";
import { demoIssues } from "./demo-issues.ts";
import { demoMachine } from "./demo-machine.ts";

/** The trackers that a demo can be shown with. */
export type DemoTracker = "linear" | "github";

/** Services on this machine that a demo works with; they end with it, and all that they hold is forgotten. */
export interface DemoServices extends AsyncDisposable {
  /** The variables that lead a run to them, keys among them. */
  readonly env: Readonly<Record<string, string>>;
  /** The repository that the demo's `origin` is. */
  readonly origin: string;
  /** What the tracker's ids begin with: `DUR` in `DUR-1`. */
  readonly key: string;
  issues(): readonly ShownIssue[];
}

/**
 * Starts the tracker, a GitHub that takes pull requests, and a machine that really runs their checks. `tools` is the environment that
 * git and node are found in.
 */
export async function demoServices(
  tracker: DemoTracker,
  tools: Readonly<Record<string, string>>,
): Promise<DemoServices> {
  const github = await startGithub({ name: "prices" });
  github.by.protect("main", { checks: ["tests", "docs"] });
  const checking = demoMachine(github, tools);
  const held = tracker === "linear" ? await linearIssues() : githubIssues(github);
  return {
    env: {
      RALPH_GITHUB_URL: github.url,
      RALPH_GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
      GH_TOKEN: github.token,
      RALPH_SOURCE: tracker,
      ...held.env,
    },
    origin: github.repository,
    key: held.key,
    issues: () => held.issues(),
    async [Symbol.asyncDispose]() {
      await checking[Symbol.asyncDispose]();
      await held.close();
      await github[Symbol.asyncDispose]();
    },
  };
}

interface Held extends Pick<DemoServices, "env" | "key" | "issues"> {
  close(): Promise<void>;
}

async function linearIssues(): Promise<Held> {
  const key = "SHOP";
  const issues = demoIssues.map(({ title, body, priority, needsHuman }, at) => ({
    identifier: `${key}-${at + 1}`,
    title,
    description: body,
    priority,
    labels: needsHuman ? ["needs-human"] : [],
  }));
  const linear = await startLinear({ seed: { projects: ["Prices"], issues } });
  return {
    env: { RALPH_LINEAR_PROJECT: "Prices", RALPH_LINEAR_URL: linear.url, LINEAR_API_KEY: linear.key },
    key,
    issues: () =>
      linear.issues().map(({ identifier, state }, at) => ({ id: identifier, title: issues[at]?.title ?? "", state })),
    close: () => linear.close(),
  };
}

function githubIssues(github: Github): Held {
  for (const { title, body, needsHuman } of demoIssues)
    github.by.file({ title, body, labels: ["ralph", ...(needsHuman ? ["ralph:needs-human"] : [])] });
  return {
    env: { RALPH_GITHUB_LABEL: "ralph" },
    key: "GH",
    issues: () => github.issues().map(({ number, title, state }) => ({ id: `GH-${number}`, title, state })),
    close: () => Promise.resolve(),
  };
}
