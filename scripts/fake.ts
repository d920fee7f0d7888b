import { startGithub } from "../src/stand-ins/github/start-github.ts";
import { startLinear } from "../src/stand-ins/linear/start-linear.ts";

// Plays a service on this machine until Ctrl-C, to try ralph against: npm run fake:linear (or fake:github) [-- PORT]
// Prints the lines that make ralph use it.

/** A running service: the variables that lead ralph to it, and how it is ended. */
interface Played {
  readonly variables: Readonly<Record<string, string>>;
  readonly about: string;
  /** The repository to work in, where there is one. */
  readonly clone?: string;
  close(): Promise<unknown>;
}

const services: Readonly<Record<string, (port: number) => Promise<Played>>> = {
  linear: async (port) => {
    const server = await startLinear({
      port,
      seed: {
        projects: ["Demo"],
        issues: [
          {
            identifier: "DEMO-1",
            title: "Greet by name",
            description: "`greet(name)` gives `Hello, NAME!`.\n\n- [ ] greets by name\n- [ ] greets nobody as `Hello!`",
            priority: 2,
          },
          { identifier: "DEMO-2", title: "Say goodbye, too", priority: 3, blockedBy: ["DEMO-1"] },
          { identifier: "DEMO-3", title: "Choose the colours", labels: ["needs-human"], priority: 1 },
          { identifier: "DEMO-4", title: "Findings of the last audit", labels: ["audit-digest"] },
        ],
      },
    });
    return {
      variables: {
        RALPH_SOURCE: "linear",
        RALPH_LINEAR_PROJECT: "Demo",
        RALPH_LINEAR_URL: server.url,
        LINEAR_API_KEY: server.key,
      },
      about: "Linear, with a project of four issues; all is forgotten at the end",
      close: () => server.close(),
    };
  },
  github: async (port) => {
    const server = await startGithub({ port, files: { "README.md": "# A shop\n", "greet.js": "" } });
    server.by.allow({ autoMerge: true, dropsBranches: true });
    server.by.file({
      title: "Greet by name",
      body: "`greet(name)` gives `Hello, NAME!`.\n\n- [ ] greets by name\n- [ ] greets nobody as `Hello!`",
      labels: ["ralph"],
    });
    server.by.file({ title: "Say goodbye, too", body: "depends on #1", labels: ["ralph"] });
    server.by.file({ title: "Choose the colours", labels: ["ralph", "ralph:needs-human"] });
    return {
      variables: {
        RALPH_SOURCE: "github",
        RALPH_FORGE: "github",
        RALPH_GITHUB_URL: server.url,
        RALPH_GITHUB_REPOSITORY: `${server.owner}/${server.name}`,
        RALPH_GITHUB_LABEL: "ralph",
        GH_TOKEN: server.token,
      },
      about: "GitHub, with a repository and three issues; all is forgotten at the end",
      clone: server.repository,
      close: async () => server[Symbol.asyncDispose](),
    };
  },
};

const [name = "", port = "0"] = process.argv.slice(2);
const start = services[name];
if (start === undefined) {
  console.error(`Which service? ${Object.keys(services).join(", ")}`);
  process.exitCode = 2;
} else {
  const service = await start(Number(port));
  console.log(`# ${service.about}. Ctrl-C ends it.`);
  if (service.clone !== undefined) console.log(`git clone ${service.clone}`);
  for (const [key, value] of Object.entries(service.variables)) console.log(`export ${key}=${value}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void service.close());
}
