import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkConfig } from "./checks.ts";
import { judge, type Claim, type Settled } from "./sources/claim.ts";
import { configFileNames } from "./sources/config-file.ts";
import type { ConfigProblem, Origin } from "./problem.ts";
import { claimsOfRalphrc } from "./sources/ralphrc-claims.ts";
import { readRalphrc } from "./sources/ralphrc.ts";
import { settings, type Config } from "./schema.ts";
import { isSetting, type Group } from "./setting.ts";
import { claimsOfEnvironment, claimsOfFlags, type Found } from "./sources/start-claims.ts";
import { rows } from "./table.ts";

/** Where settings may stand. `flags` are options of `ralph run` under the names that the command line parser gives (`maxCost`). */
export interface ConfigSources {
  /** Absolute path of the folder that holds the files. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** The configuration in force. With an error among the problems nothing may be started; a bad value counts as not set. */
export interface LoadedConfig {
  readonly config: Config;
  /** Where the value of a setting comes from, by its path (`limits.iterations`). */
  readonly origin: (path: string) => Origin;
  readonly problems: readonly ConfigProblem[];
}

const rcFile = ".ralphrc";
const byDefault: Origin = { source: "default" };

/**
 * Reads all sources, the later ones winning: defaults, `ralph.config.*`, `.ralphrc`, environment, flags. Never rejects
 * for what stands in them: everything that is wrong is a problem, and all problems come at once.
 */
export async function loadConfig(sources: ConfigSources): Promise<LoadedConfig> {
  const names = namesIn(sources.root);
  const found = [
    await fromConfigFile(sources.root, names),
    await fromRalphrc(sources.root, names),
    claimsOfEnvironment(sources.env),
    claimsOfFlags(sources.flags ?? {}),
  ];
  const problems = found.flatMap((one) => one.problems);
  const settled = new Map<string, Settled>();
  for (const claim of found.flatMap((one) => one.claims).flatMap(spelledOut)) {
    const judged = judge(claim);
    if (judged.ok) settled.set(claim.row.path, judged.settled);
    else problems.push(judged.problem);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tree has the table's shape by construction
  const config = assemble(settings, "", settled) as Config;
  const origin = (path: string): Origin => settled.get(path)?.origin ?? byDefault;
  return { config, origin, problems: [...problems, ...checkConfig(config, origin)].toSorted(byPlace) };
}

const byPlace = (a: ConfigProblem, b: ConfigProblem): number =>
  a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : (a.file ?? "~") < (b.file ?? "~") ? -1 : 1;

function namesIn(root: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(root));
  } catch {
    return new Set();
  }
}

async function fromConfigFile(root: string, names: ReadonlySet<string>): Promise<Found> {
  const [file, ...others] = configFileNames.filter((name) => names.has(name));
  if (file === undefined) return { claims: [], problems: [] };
  const { readConfigFile } = await import("./sources/config-file-reader.ts");
  const { entries, problems } = await readConfigFile(root, file);
  const claims = entries.flatMap(({ path, value, line }): Claim[] => {
    const row = rows.find((each) => each.path === path);
    return row === undefined ? [] : [{ row, name: path, raw: value, origin: { source: "file", file, line } }];
  });
  return { claims, problems: [...several(file, others, names), ...problems] };
}

function several(file: string, others: readonly string[], names: ReadonlySet<string>): readonly ConfigProblem[] {
  const warn = (message: string, hint: string): ConfigProblem => ({
    severity: "warning",
    code: "several-files",
    key: null,
    file,
    line: null,
    message,
    hint,
    near: null,
  });
  return [
    ...(others.length > 0 ? [warn(`${file} is read, ${others.join(" and ")} not.`, "Keep one of them.")] : []),
    ...(names.has(rcFile) ? [warn(`${file} and ${rcFile} are both read; ${rcFile} wins.`, "Keep one of them.")] : []),
  ];
}

async function fromRalphrc(root: string, names: ReadonlySet<string>): Promise<Found> {
  if (!names.has(rcFile)) return { claims: [], problems: [] };
  let text: string;
  try {
    text = readFileSync(join(root, rcFile), "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { claims: [], problems: [unreadableRc(why)] };
  }
  const { entries, problems } = await readRalphrc(text, rcFile);
  const read = claimsOfRalphrc(entries, rcFile);
  return { claims: read.claims, problems: [...problems, ...read.problems] };
}

const unreadableRc = (why: string): ConfigProblem => ({
  severity: "error",
  code: "unreadable",
  key: null,
  file: rcFile,
  line: null,
  message: `The file can't be read: ${why}.`,
  hint: "Mend its permissions, or remove it.",
  near: null,
});

/** `acp:COMMAND` says two things at once: the kind of agent, and its program. */
function spelledOut(claim: Claim): readonly Claim[] {
  const command =
    claim.row.path.endsWith(".kind") && typeof claim.raw === "string" ? /^acp:(.+)$/s.exec(claim.raw) : null;
  const row = rows.find(({ path }) => path === claim.row.path.replace(/kind$/, "command"));
  if (command === null || row === undefined) return [claim];
  return [
    { ...claim, raw: "acp" },
    { ...claim, row, raw: command[1] },
  ];
}

function assemble(
  group: Group,
  above: string,
  settled: ReadonlyMap<string, Settled>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(group).map(([name, node]) => {
      const path = above + name;
      if (!isSetting(node)) return [name, assemble(node, `${path}.`, settled)];
      return [name, settled.has(path) ? settled.get(path)?.value : node.default];
    }),
  );
}
