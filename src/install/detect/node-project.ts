import { type Check, type Detector, type Purpose, purposes } from "./finding.ts";
import type { Glimpse } from "./glimpse.ts";

interface PackageManager {
  readonly name: string;
  readonly lockFiles: readonly string[];
  readonly run: (script: string) => string;
}

const npm: PackageManager = {
  name: "npm",
  lockFiles: ["package-lock.json", "npm-shrinkwrap.json"],
  run: (script) => (script === "test" ? "npm test" : `npm run ${script}`),
};

const managers: readonly PackageManager[] = [
  { name: "pnpm", lockFiles: ["pnpm-lock.yaml"], run: (script) => `pnpm run ${script}` },
  { name: "yarn", lockFiles: ["yarn.lock"], run: (script) => `yarn run ${script}` },
  { name: "bun", lockFiles: ["bun.lock", "bun.lockb"], run: (script) => `bun run ${script}` },
  npm,
];

/** The usual names of scripts; the first that is there counts. */
const scriptsFor: Readonly<Record<Purpose, readonly string[]>> = {
  types: ["typecheck", "type-check", "check-types", "check:types", "types", "tsc"],
  lint: ["lint", "lint:check", "check:lint"],
  test: ["test", "test:ci", "test:unit", "unit"],
};

/** Scripts that would never end, or that stand for none (what `npm init` writes). */
const unfit = /--watch(?!=false|All=false)|no test specified/;

/** package.json: scripts for tests, lint and types, by the package manager whose lock file is there. */
export const nodeProject: Detector = {
  name: "node",
  look(glimpse) {
    const text = glimpse.text("package.json");
    if (text === null) return null;
    const pkg = readPackage(text);
    const manager = managerOf(pkg, glimpse);
    const found = purposes.flatMap((purpose): Check[] => {
      const script = scriptsFor[purpose].find(
        (name) => pkg.scripts[name] !== undefined && !unfit.test(pkg.scripts[name]),
      );
      return script === undefined ? [] : [{ purpose, command: manager.run(script), from: "package.json" }];
    });
    const typed = glimpse.has("tsconfig.json");
    const hasCompiler =
      typed && pkg.dependencies.has("typescript") && !found.some(({ purpose }) => purpose === "types");
    return {
      language: typed ? "TypeScript" : "JavaScript",
      packageManager: manager.name,
      checks: hasCompiler
        ? [{ purpose: "types", command: "npx tsc --noEmit", from: "tsconfig.json" }, ...found]
        : found,
    };
  },
};

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly packageManager: string;
  readonly dependencies: ReadonlySet<string>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function readPackage(text: string): Package {
  const value = parsed(text);
  const scripts = isRecord(value["scripts"]) ? Object.entries(value["scripts"]) : [];
  const named = [value["dependencies"], value["devDependencies"]].flatMap((group) =>
    isRecord(group) ? Object.keys(group) : [],
  );
  return {
    scripts: Object.fromEntries(scripts.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
    packageManager: typeof value["packageManager"] === "string" ? value["packageManager"] : "",
    dependencies: new Set(named),
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const managerOf = (pkg: Package, glimpse: Glimpse): PackageManager =>
  managers.find(({ name }) => pkg.packageManager.startsWith(`${name}@`)) ??
  managers.find(({ lockFiles }) => lockFiles.some((file) => glimpse.has(file))) ??
  npm;
