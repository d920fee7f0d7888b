import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { routes } from "../src/stand-ins/github/server/find-route.ts";

// Takes from GitHub's official description of its REST API what the GitHub server on loopback plays, and keeps it beside it:
//   node scripts/take-github-description.ts [FILE]     FILE: an api.github.com.json that is there already
//   node scripts/take-github-description.ts --check    says whether the excerpt is what the official package holds
// Format it afterwards. The package is 385 MB unpacked, hence an excerpt, and no dependency. It is fetched once, into the cache folder.

const source = { package: "@octokit/openapi", version: "23.0.2", file: "generated/api.github.com.json" } as const;
const target = new URL("../src/stand-ins/github/official/rest.json", import.meta.url);

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };
type Members = { readonly [member: string]: Json };

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (value: Json | undefined): Members => (isMembers(value) ? value : {});

/* What only people read. Below `properties` these words are names. */
const forPeople = new Set([
  "description",
  "example",
  "examples",
  "title",
  "summary",
  "tags",
  "externalDocs",
  "headers",
]);

function trimmed(value: Json, areNames = false): Json {
  if (Array.isArray(value)) return value.map((each) => trimmed(each));
  if (!isMembers(value)) return value;
  const kept = Object.entries(value).filter(([name]) => areNames || !(forPeople.has(name) || name.startsWith("x-")));
  return Object.fromEntries(kept.map(([name, each]) => [name, trimmed(each, !areNames && name === "properties")]));
}

/** The operations in use, and whatever they refer to. */
function excerptOf(text: string): Members {
  const description = membersOf(JSON.parse(text));
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of Object.keys(routes)) {
    const [method = "", path = ""] = route.split(" ");
    const operation = membersOf(membersOf(description["paths"])[path])[method.toLowerCase()];
    if (operation === undefined) throw new Error(`The official description has no ${route}.`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: trimmed(operation) };
  }
  const digest = createHash("sha256").update(text).digest("hex");
  return { source: { ...source, sha256: digest }, paths, components: reached(paths, description) };
}

function reached(paths: Json, description: Members): Members {
  const found: Record<string, Record<string, Json>> = {};
  const open: Json[] = [paths];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, kind = "", name = ""] of JSON.stringify(next).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (found[kind]?.[name] !== undefined) continue;
      const part = trimmed(membersOf(membersOf(description["components"])[kind])[name] ?? null);
      found[kind] = { ...found[kind], [name]: part };
      open.push(part);
    }
  }
  return found;
}

/** Keys in order, so that the same description gives the same text, however it was formatted since. */
const textOf = (value: Json): string =>
  `${JSON.stringify(value, (_, each: Json) => (isMembers(each) ? sorted(each) : each), 2)}\n`;

const sorted = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The official file: from the cache, else from the registry; null where it can't be had. */
function officialText(): string | null {
  const home = process.env["RALPH_TEST_CACHE"] ?? join(homedir(), ".cache", "ralph-test-agents");
  const folder = join(home, `octokit-openapi-${source.version}`);
  const file = join(folder, "package", source.file);
  if (!existsSync(file) && !fetched(folder)) return null;
  return readFileSync(file, "utf8");
}

function fetched(folder: string): boolean {
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    const name = `${source.package}@${source.version}`;
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const packed = spawnSync(npm, ["pack", "--silent", "--fetch-retries=1", name], { cwd: fresh, timeout: 300_000 });
    const archive = readdirSync(fresh).find((each) => each.endsWith(".tgz"));
    if (packed.status !== 0 || archive === undefined) return false;
    const taken = spawnSync("tar", ["-xzf", archive, `package/${source.file}`], { cwd: fresh });
    rmSync(join(fresh, archive));
    if (taken.status !== 0) return false;
    // In one go, so that what was cut off half-way is never taken for a whole.
    renameSync(fresh, folder);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const [word] = process.argv.slice(2);
const text = word === undefined || word === "--check" ? officialText() : readFileSync(word, "utf8");
if (text === null) {
  console.log(`skipped: ${source.package}@${source.version} can't be had (no network?)`);
  process.exitCode = word === "--check" ? 0 : 1;
} else if (word === "--check") {
  const isSame = textOf(JSON.parse(readFileSync(target, "utf8"))) === textOf(excerptOf(text));
  console.log(
    isSame
      ? `the excerpt is what ${source.package}@${source.version} says`
      : "the excerpt is not what the official description says",
  );
  process.exitCode = isSame ? 0 : 1;
} else writeFileSync(target, textOf(excerptOf(text)));
