import type { Check, Detector } from "./finding.ts";
import type { Glimpse } from "./glimpse.ts";

/** A project that one file gives away, with checks that are always the same there, each perhaps only where a file says so. */
interface Row {
  readonly name: string;
  readonly language: string;
  readonly packageManager: string | null;
  readonly signs: readonly (string | RegExp)[];
  readonly checks: readonly (Omit<Check, "from"> & { readonly where?: readonly string[] })[];
}

const rows: readonly Row[] = [
  {
    name: "go",
    language: "Go",
    packageManager: "go",
    signs: ["go.mod", "go.work"],
    checks: [
      { purpose: "lint", command: "golangci-lint run", where: [".golangci.yml", ".golangci.yaml", ".golangci.toml"] },
      { purpose: "lint", command: "go vet ./..." },
      { purpose: "test", command: "go test ./..." },
    ],
  },
  {
    name: "rust",
    language: "Rust",
    packageManager: "cargo",
    signs: ["Cargo.toml"],
    checks: [
      { purpose: "lint", command: "cargo clippy --all-targets", where: ["clippy.toml", ".clippy.toml"] },
      { purpose: "test", command: "cargo test" },
    ],
  },
  {
    name: "maven",
    language: "Java",
    packageManager: "maven",
    signs: ["pom.xml"],
    checks: [
      { purpose: "test", command: "./mvnw --batch-mode verify", where: ["mvnw"] },
      { purpose: "test", command: "mvn --batch-mode verify" },
    ],
  },
  {
    name: "gradle",
    language: "Java or Kotlin",
    packageManager: "gradle",
    signs: ["build.gradle", "build.gradle.kts"],
    checks: [
      { purpose: "test", command: "./gradlew check", where: ["gradlew"] },
      { purpose: "test", command: "gradle check" },
    ],
  },
  {
    name: "dotnet",
    language: "C# or F#",
    packageManager: "dotnet",
    signs: [/\.(?:sln|slnx|csproj|fsproj)$/],
    checks: [{ purpose: "test", command: "dotnet test" }],
  },
  {
    name: "ruby",
    language: "Ruby",
    packageManager: "bundler",
    signs: ["Gemfile"],
    checks: [
      { purpose: "lint", command: "bundle exec rubocop", where: [".rubocop.yml"] },
      { purpose: "test", command: "bundle exec rspec", where: [".rspec", "spec"] },
      { purpose: "test", command: "bundle exec rake test", where: ["Rakefile"] },
    ],
  },
  {
    name: "php",
    language: "PHP",
    packageManager: "composer",
    signs: ["composer.json"],
    checks: [
      { purpose: "lint", command: "vendor/bin/phpstan analyse", where: ["phpstan.neon", "phpstan.neon.dist"] },
      { purpose: "test", command: "vendor/bin/phpunit", where: ["phpunit.xml", "phpunit.xml.dist"] },
    ],
  },
  {
    name: "elixir",
    language: "Elixir",
    packageManager: "mix",
    signs: ["mix.exs"],
    checks: [{ purpose: "test", command: "mix test" }],
  },
  {
    name: "deno",
    language: "TypeScript",
    packageManager: "deno",
    signs: ["deno.json", "deno.jsonc"],
    checks: [
      { purpose: "lint", command: "deno lint" },
      { purpose: "test", command: "deno test" },
    ],
  },
];

/** Detectors for languages whose checks have one usual form. */
export const simpleProjects: readonly Detector[] = rows.map((row) => ({
  name: row.name,
  look: (glimpse) => lookFor(row, glimpse),
}));

function lookFor({ language, packageManager, signs, checks }: Row, glimpse: Glimpse) {
  const sign = glimpse.names.find((name) =>
    signs.some((each) => (typeof each === "string" ? each === name : each.test(name))),
  );
  if (sign === undefined) return null;
  const fitting = checks.flatMap(({ where, ...check }): Check[] => {
    const from = where === undefined ? sign : where.find((path) => glimpse.has(path));
    return from === undefined ? [] : [{ ...check, from }];
  });
  return {
    language,
    packageManager,
    checks: fitting.filter((check, at) => fitting.findIndex(({ purpose }) => purpose === check.purpose) === at),
  };
}
