import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { traitsOf } from "../../core/playbooks/traits.ts";
import {
  type Contract,
  contracts,
  defaultPlaybook,
  type Playbook,
  type PlaybookFacts,
  playbookFacts,
  playbooks,
  type SourceKind,
  sourceKinds,
} from "../../core/policy.ts";
import { defaultProfile, oneOf } from "../../core/status/profile.ts";
import type { GitScene, Scene } from "../../guard/judgement.ts";

/** What the hook process knows of the project it guards. */
export interface HookSurroundings {
  readonly scene: Scene;
  /** The harness's folder, absolute; it need not exist. */
  readonly stateFolder: string;
  /** The contract profile that answers follow. */
  readonly profile: string;
  /** Whether the agent's answer ends with a status block at all; reviewers and crews answer otherwise. */
  readonly answersWithBlock: boolean;
  /** Whether the agent writes to the tracker, so that its fields have to be in the block. */
  readonly writesTracker: boolean;
  /** Whether the mark of a finished increment is taken in its place. */
  readonly takesMark: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const nearest = (from: string, names: readonly string[]): string | null => {
  for (let folder = from; ; folder = dirname(folder)) {
    if (names.some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return null;
  }
};

const rootOf = (cwd: string, env: Environment): string =>
  env["RALPH_WORKSPACE"] ?? nearest(cwd, [".git"]) ?? nearest(cwd, [".ralphrc", ".ralph"]) ?? cwd;

/** Values of `.ralphrc` by a plain look at its lines: enough for the hook, which can't afford the real reader. */
const readRc = (root: string): ReadonlyMap<string, string> => {
  let text: string;
  try {
    text = readFileSync(join(root, ".ralphrc"), "utf8");
  } catch {
    return new Map();
  }
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]*)=["']?([^"'#\n]*)/gm);
  return new Map(Array.from(lines, ([, key = "", value = ""]) => [key, value.trim()]));
};

/** The path with its links resolved as far as it exists; a dangling link counts as what it points to. */
const resolveLinks = (path: string, depth = 0): string => {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || depth > 100) return path;
    const here = join(resolveLinks(parent, depth + 1), basename(path));
    try {
      return lstatSync(here).isSymbolicLink()
        ? resolveLinks(resolve(dirname(here), readlinkSync(here)), depth + 10)
        : here;
    } catch {
      return here;
    }
  }
};

const blockRoles = new Set(["implementer", "fixer", "simplifier"]);

type Setting = (key: string) => string | undefined;

/** How tasks are worked here: what the settings say, and what the policy makes of the rest. */
interface Ways {
  readonly source: SourceKind;
  readonly playbook: Playbook;
  readonly contract: Contract;
  readonly facts: PlaybookFacts;
}

const waysOf = (setting: Setting): Ways => {
  const source = oneOf(sourceKinds, setting("RALPH_SOURCE") ?? setting("RALPH_TASK_SOURCE")) ?? "file";
  const playbook = oneOf(playbooks, setting("RALPH_PLAYBOOK")) ?? defaultPlaybook[source];
  const contract = oneOf(contracts, setting("RALPH_CONTRACT")) ?? defaultProfile;
  return { source, playbook, contract, facts: playbookFacts(playbook, source, contract) };
};

const closeBy = (setting: Setting, { facts }: Ways): "agent" | "harness" => {
  const said = setting("RALPH_CLOSE");
  if (said !== undefined) return said === "harness" ? "harness" : "agent";
  return facts.close;
};

const answersWithBlock = (env: Environment, { facts }: Ways): boolean => {
  const said = env["RALPH_ANSWER"];
  if (said !== undefined) return said === "block";
  return facts.answer === "block" && blockRoles.has(env["RALPH_ROLE"] ?? "implementer");
};

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
};

const referred = (path: string, prefix: string): string | null => {
  const text = textOf(path);
  return text?.startsWith(`ref: ${prefix}`) === true ? text.slice(prefix.length + 5) : null;
};

const onlyBranch = (folder: string): string | null => {
  try {
    const [name, ...more] = readdirSync(folder);
    return name !== undefined && more.length === 0 && lstatSync(join(folder, name)).isFile() ? name : null;
  } catch {
    return null;
  }
};

const listed = (text: string | undefined, separator: RegExp): readonly string[] =>
  (text ?? "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** What git's own files say of the branches: no program is started for it. */
const gitOf = (root: string, setting: Setting, { facts }: Ways): GitScene => {
  const linked = /^gitdir: (.*)$/m.exec(textOf(join(root, ".git")) ?? "")?.[1];
  const own = linked === undefined ? join(root, ".git") : resolve(root, linked);
  const common = resolve(own, textOf(join(own, "commondir")) ?? ".");
  const branching = setting("RALPH_BRANCHING") ?? facts.branching;
  return {
    branch: referred(join(own, "HEAD"), "refs/heads/"),
    defaultBranch:
      setting("RALPH_DEFAULT_BRANCH") ??
      referred(join(common, "refs/remotes/origin/HEAD"), "refs/remotes/origin/") ??
      onlyBranch(join(common, "refs/heads")),
    protected: listed(setting("RALPH_PROTECTED_BRANCHES"), /[,\s]+/),
    branching: branching === "current" ? "current" : "task",
    task: setting("RALPH_TASK_ID") ?? null,
  };
};

/** The harness's own word on what it does right now, and as which process. */
const statusOf = (stateFolder: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(readFileSync(join(stateFolder, "status.json"), "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const secretName = /(?:TOKEN|SECRET|PASSW(?:OR)?D|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?|_PAT)$/i;

/** True where the environment holds a secret by its name, or the project passes one on to agents. */
const hasSecrets = (env: Environment, setting: Setting): boolean =>
  Object.keys(env).some((name) => secretName.test(name) && env[name] !== "") ||
  listed(setting("RALPH_AGENT_ENV"), /[,\s]+/).some((name) => secretName.test(name));

/** Reads the surroundings from the environment that the harness set, and else from the disk. `cwd` is the agent's, absolute. */
export function lookAround(cwd: string, env: Environment): HookSurroundings {
  const root = resolve(rootOf(cwd, env));
  const rc = readRc(root);
  const setting: Setting = (key) => env[key] ?? rc.get(key);
  const ways = waysOf(setting);
  const stateFolder = env["RALPH_STATE_FOLDER"] ?? join(root, ".ralph");
  const home = env["HOME"];
  return {
    scene: {
      root,
      cwd,
      temp: [env["TMPDIR"] ?? "/tmp", "/tmp", "/var/tmp"],
      planFiles: env["RALPH_PLAN_FILES"]?.split("\n").filter((path) => path !== "") ?? [".ralph/fix_plan.md"],
      closeBy: closeBy(setting, ways),
      resolve: resolveLinks,
      ...(home === undefined || home === "" ? {} : { home }),
      git: () => gitOf(root, setting, ways),
      isLanding: () => statusOf(stateFolder)["stage"] === "land",
      hasSecrets: hasSecrets(env, setting),
      harness: () => [Number(statusOf(stateFolder)["pid"] ?? 0), process.ppid],
      lifted: listed(setting("RALPH_GUARD_LIFT"), /[,\s]+/),
      denied: listed(setting("RALPH_GUARD_DENY"), /[,\n]/),
    },
    stateFolder,
    profile: ways.contract,
    answersWithBlock: answersWithBlock(env, ways),
    writesTracker: setting("RALPH_LINEAR_WRITES") === "agent" && ways.source === "linear",
    takesMark: traitsOf[ways.playbook].takesMark,
  };
}
