import { type SurfaceRule, surfaceRules } from "../paths/control-surface.ts";
import type { Scene } from "../judgement.ts";
import { once } from "../once.ts";

/** What may stand for the `*` of a surface pattern, so that the usual names are among the samples. */
const endings = [
  "",
  ".md",
  ".ts",
  ".js",
  ".mjs",
  ".cjs",
  ".mts",
  ".cts",
  ".json",
  ".yaml",
  ".yml",
  ".toml",
  ".local",
  "-x",
  "-x.md",
];

/** Names as they lie in a harness's folder. */
const inRalph = [".ralph/specs", ".ralph/specs/x.md", ".ralph/PROMPT.md", ".ralph/AGENT.md", ".ralph/fix_plan.md"];

const withParents = (path: string): readonly string[] => {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

const samplesOf = (rules: readonly SurfaceRule[]): readonly string[] => [
  ...new Set([
    ...rules
      .flatMap(({ patterns }) => patterns)
      .map((pattern) => pattern.replace(/\/\*\*$/, ""))
      .flatMap((pattern) =>
        pattern.includes("*") ? endings.map((ending) => pattern.replaceAll("*", ending)) : [pattern],
      ),
    ...inRalph,
    ".git/hooks/pre-commit",
  ]),
];

// Most commands have no pattern in them, and every one waits for this file.
const samples = once(() => samplesOf(surfaceRules));

/** Without what the harness writes all the time: a name such as `*.log` is not for it alone. */
const lastingNames = once(
  () =>
    new Set(
      samplesOf(surfaceRules.filter(({ protection }) => protection !== "own")).flatMap((path) => path.split("/")),
    ),
);

const escaped = (text: string): string => text.replace(/[\\^$.+()|{}]/g, String.raw`\$&`);

/** One name of a pattern as an expression: `*` does not stand for a leading dot. */
const nameSource = (name: string): string => {
  if (name === "**") return "(?:[^./][^/]*(?:/[^./][^/]*)*)?";
  const source = name
    .split(/(\[!?\]?[^\]]*\]|[*?])/)
    .map((part) => (part === "*" ? "[^/]*" : part === "?" || /^\[.+\]$/.test(part) ? "[^/]" : escaped(part)))
    .join("");
  return /^[*?[]/.test(name) ? `(?!\\.)${source}` : source;
};

const normal = (path: string): readonly string[] => {
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
};

/** An expression for absolute paths that a pattern stands for, in lower case. */
const expressionOf = (absolute: string): RegExp =>
  new RegExp(`^/${normal(absolute.toLowerCase()).map(nameSource).join("/")}$`);

/** Protected names that a pattern over single names could stand for, as `find -name` has it: a leading dot is nothing special. */
export function nameReaches(pattern: string, planFiles: readonly string[]): boolean {
  // Specifications, prompts and plans have names of their own, and this ending.
  if (/\.(?:md|markdown)$/i.test(pattern)) return true;
  const expression = new RegExp(`^${nameSource(pattern.toLowerCase()).replace(/^\(\?!\\\.\)/, "")}$`);
  return [...lastingNames(), ...planFiles.flatMap((path) => path.split("/"))].some((name) =>
    expression.test(name.toLowerCase()),
  );
}

/**
 * A protected path that a pattern could stand for, or null. `removes`: folders that hold protected paths count, and those
 * that hold the work tree.
 */
export function patternReaches(pattern: string, removes: boolean, scene: Scene): string | null {
  const expression = expressionOf(pattern.startsWith("/") ? pattern : `${scene.cwd}/${pattern}`);
  const protectedPaths = [...samples(), ...(removes || scene.closeBy === "harness" ? scene.planFiles : [])];
  const inside = removes ? protectedPaths.flatMap(withParents) : protectedPaths;
  const hit = inside.find((path) => expression.test(`${scene.root}/${path}`.toLowerCase()));
  if (hit !== undefined) return hit;
  const above = removes ? withParents(scene.root).filter((path) => path !== "") : [];
  return above.some((path) => expression.test(path.toLowerCase())) ? "the work tree itself" : null;
}
