import type { Claim } from "./claim.ts";
import type { ConfigProblem } from "../problem.ts";
import { flagName, keys, nearestKey, rows } from "../table.ts";

/** What one source says: claims about settings, and what a person should know. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly problems: readonly ConfigProblem[];
}

/** What the environment says of settings. */
export function claimsOfEnvironment(env: Readonly<Record<string, string | undefined>>): Found {
  const claims = [...keys].flatMap(([key, { row, translate }]): Claim[] => {
    const raw = env[key];
    return raw === undefined ? [] : [{ row, name: key, raw: translate(raw), origin: { source: "environment", key } }];
  });
  // Other programs have variables too: only what looks like a slip of the pen is said.
  const problems = Object.keys(env)
    .filter((key) => key.startsWith("RALPH_") && !keys.has(key) && !ownVariables.has(key))
    .flatMap((key) => misspelt(key, nearestKey(key)));
  return { claims, problems };
}

/** What the harness itself gives to agents and hooks, which may call `ralph` again. */
const ownVariables: ReadonlySet<string> = new Set(
  ["RUN_ID", "ITERATION", "TASK_ID", "ROLE", "ATTEMPT", "ROUND", "WORKSPACE"].map((name) => `RALPH_${name}`),
);

const misspelt = (key: string, near: string | null): readonly ConfigProblem[] =>
  near === null
    ? []
    : [
        {
          severity: "warning",
          code: "unknown-key",
          key,
          file: null,
          line: null,
          message: `${key} is set in the environment but is not a known key.`,
          hint: `Did you mean ${near}?`,
          near,
        },
      ];

/** What the options of `ralph run` say of settings, under the names that the command line parser gives (`maxCost`). */
export function claimsOfFlags(flags: Readonly<Record<string, string | number | boolean | undefined>>): Found {
  const claims = rows.flatMap((row): Claim[] => {
    const { flag } = row.setting;
    const raw = flag === undefined ? undefined : flags[flagName(flag)];
    if (flag === undefined || raw === undefined) return [];
    const name = `--${flag.replace(/ .*$/, "")}`;
    return [{ row, name, raw: String(raw), origin: { source: "flag", flag: name } }];
  });
  return { claims, problems: [] };
}
