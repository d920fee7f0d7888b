import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Scene } from "../guard/judgement.ts";

/** What the hook process knows of the project it guards. */
export interface HookSurroundings {
  readonly scene: Scene;
  /** The harness's folder, absolute; it need not exist. */
  readonly stateFolder: string;
  /** The contract profile that answers follow. */
  readonly profile: string;
  /** Whether the agent's answer ends with a status block at all; reviewers and crews answer otherwise. */
  readonly answersWithBlock: boolean;
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

const trackers = new Set(["linear", "github"]);

/** Agents tick off what stands in files, under the workflow playbook; the harness does all else. */
const closeBy = (setting: Setting, playbook: string): "agent" | "harness" => {
  const said = setting("RALPH_CLOSE");
  if (said !== undefined) return said === "harness" ? "harness" : "agent";
  const source = setting("RALPH_SOURCE") ?? setting("RALPH_TASK_SOURCE") ?? "file";
  return playbook === "workflow" && !trackers.has(source) ? "agent" : "harness";
};

const answersWithBlock = (env: Environment, playbook: string): boolean => {
  const said = env["RALPH_ANSWER"];
  if (said !== undefined) return said === "block";
  return playbook !== "crew" && blockRoles.has(env["RALPH_ROLE"] ?? "implementer");
};

/** Reads the surroundings from the environment that the harness set, and else from the disk. `cwd` is the agent's, absolute. */
export function lookAround(cwd: string, env: Environment): HookSurroundings {
  const root = resolve(rootOf(cwd, env));
  const rc = readRc(root);
  const setting: Setting = (key) => env[key] ?? rc.get(key);
  const playbook = setting("RALPH_PLAYBOOK") ?? "workflow";
  return {
    scene: {
      root,
      cwd,
      temp: [env["TMPDIR"] ?? "/tmp", "/tmp", "/var/tmp"],
      planFiles: env["RALPH_PLAN_FILES"]?.split("\n").filter((path) => path !== "") ?? [".ralph/fix_plan.md"],
      closeBy: closeBy(setting, playbook),
      resolve: resolveLinks,
    },
    stateFolder: env["RALPH_STATE_FOLDER"] ?? join(root, ".ralph"),
    profile: setting("RALPH_CONTRACT") ?? "workflow/1.2",
    answersWithBlock: answersWithBlock(env, playbook),
  };
}
