import { execFile } from "node:child_process";

/** Where a key to GitHub is looked for. */
export interface TokenPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The root of the API that it is for. */
  readonly url: string;
  /** True where a person has named that address, and not just a remote: only then the usual key is sent to another host. */
  readonly isNamed: boolean;
  /** The program of GitHub's own; `gh` where it is not given. */
  readonly program?: string;
}

/* In the order in which GitHub's own program asks for them. */
const usual = ["GH_TOKEN", "GITHUB_TOKEN"] as const;
const enterprise = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"] as const;

const patienceMs = 10_000;

/** The key to GitHub: from the environment, else that of the `gh` program for this host; null where there is none. Asks nobody. */
export async function githubToken({ env, url, isNamed, program = "gh" }: TokenPlaces): Promise<string | null> {
  const host = hostOf(url);
  for (const name of host === "github.com" ? usual : [...enterprise, ...(isNamed ? usual : [])]) {
    const value = env[name]?.trim() ?? "";
    if (value !== "") return value;
  }
  return askGh(program, host, env);
}

const hostOf = (url: string): string => {
  const { hostname } = new URL(url);
  return hostname === "api.github.com" ? "github.com" : hostname;
};

const askGh = (program: string, host: string, env: TokenPlaces["env"]): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { env: { ...env, GH_PROMPT_DISABLED: "1" }, timeout: patienceMs };
    execFile(program, ["auth", "token", "--hostname", host], options, (error, stdout) => {
      const token = stdout.trim();
      resolve(error === null && token !== "" ? token : null);
    });
  });
