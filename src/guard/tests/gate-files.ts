/** One path that an iteration changed, repository-relative. `from` is the earlier path of a renamed file. */
export interface ChangedPath {
  readonly path: string;
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  readonly from?: string;
}

/** Why the gate depends on a file. */
export type GateFileKind = "test" | "gate-config" | "ci" | "dependencies";

interface GateRow {
  readonly kind: GateFileKind;
  /** On the file's name, in lower case. */
  readonly name?: RegExp;
  /** On the whole path, in lower case, with a `/` before it. */
  readonly path?: RegExp;
}

/** Files that a gate reads, across languages, first match counts. A row grows, the code does not. */
const rows: readonly GateRow[] = [
  { kind: "ci", path: /\/\.github\/(?:workflows|actions)\// },
  { kind: "ci", path: /\/\.(?:circleci|buildkite|gitea\/workflows|forgejo\/workflows|woodpecker)\// },
  {
    kind: "ci",
    name: /^(?:\.gitlab-ci.*\.ya?ml|\.travis\.ya?ml|\.woodpecker.*\.ya?ml|\.drone\.ya?ml|azure-pipelines.*\.ya?ml|bitbucket-pipelines\.ya?ml|appveyor\.ya?ml|cloudbuild\.ya?ml|jenkinsfile.*)$/,
  },
  {
    kind: "ci",
    name: /^(?:\.pre-commit-config\.ya?ml|lefthook.*\.ya?ml|\.lintstagedrc.*|lint-staged\.config\..+|codecov\.ya?ml|\.codecov\.ya?ml)$/,
  },
  { kind: "ci", path: /\/\.(?:husky|githooks)\// },
  // Tests, by the naming of each language's runner.
  { kind: "test", name: /[._-](?:test|tests|spec|specs|cy|e2e)\.[a-z0-9]+$/ },
  { kind: "test", name: /^(?:test|tests|spec)[._-].+\.[a-z0-9]+$/ },
  { kind: "test", name: /^(?:conftest\.py|tests?\.(?:py|rs|rb|js|ts|mjs)|doctest.*)$/ },
  { kind: "test", name: /.(?:tests?|spec|it|testcase)\.(?:java|kt|kts|scala|cs|fs|vb|swift|php|groovy|m|mm|dart)$/ },
  { kind: "test", name: /\.(?:feature|bats|snap|t)$/ },
  {
    kind: "test",
    path: /\/(?:tests?|specs?|__tests__|__snapshots__|__mocks__|testdata|test-data|fixtures|e2e|cypress|features\/step_definitions|src\/(?:test|androidtest|integrationtest))\/(?!.*\.md$)/,
  },
  // Configuration of runners, linters, type checkers and builds.
  {
    kind: "gate-config",
    name: /^(?:vitest|jest|playwright|cypress|karma|ava|mocha|wdio|stryker|eslint|prettier|biome|oxlint|knip|rollup|webpack|vite|babel|commitlint|stylelint|tsup|turbo|nx)[.-](?:config|workspace|setup)[^/]*$/,
  },
  {
    kind: "gate-config",
    name: /^\.(?:eslint|prettier|stylelint|oxlint|oxfmt|mocha|nyc|c8|babel|swc|jshint|jscs|rubocop|golangci|flake8|pylint|coverage|rspec|phpcs|php-cs-fixer|clang-tidy|clang-format|swiftlint|ktlint|editorconfig|commitlint|solhint|luacheck|credo|formatter)(?:rc|ignore)?(?:\..+)?$/,
  },
  { kind: "gate-config", name: /^(?:tsconfig|jsconfig)(?:\..+)?\.json$/ },
  {
    kind: "gate-config",
    name: /^(?:pytest\.ini|tox\.ini|setup\.cfg|noxfile\.py|mypy\.ini|\.mypy\.ini|pyrightconfig\.json|ruff\.toml|\.ruff\.toml|pyproject\.toml|setup\.py)$/,
  },
  {
    kind: "gate-config",
    name: /^(?:makefile|gnumakefile|.+\.mk|justfile|\.justfile|taskfile\.ya?ml|rakefile|cmakelists\.txt|ctest.*\.cmake|meson\.build|build\.xml|build\.bazel|workspace\.bazel|dangerfile)$/,
  },
  {
    kind: "gate-config",
    name: /^(?:phpunit\.xml.*|phpstan\.neon.*|psalm\.xml.*|clippy\.toml|rustfmt\.toml|nextest\.toml|deny\.toml|pom\.xml|build\.gradle.*|settings\.gradle.*|detekt\.ya?ml|checkstyle\.xml|directory\.build\.props|.+\.runsettings|biome\.jsonc?|turbo\.json|nx\.json|project\.json|deno\.jsonc?|bunfig\.toml|analysis_options\.yaml)$/,
  },
  { kind: "gate-config", path: /\/(?:\.cargo\/config\.toml|\.config\/nextest\.toml|\.mvn\/.+)$/ },
  {
    kind: "gate-config",
    name: /^(?:package\.json|composer\.json|cargo\.toml|go\.mod|gemfile|mix\.exs|package\.swift|pubspec\.yaml|.+\.(?:csproj|fsproj|gemspec))$/,
  },
  {
    kind: "dependencies",
    name: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|gemfile\.lock|composer\.lock|mix\.lock)$/,
  },
];

/** Why the gate would read a file of this path; null for an ordinary source file. */
export function gateFileKind(path: string): GateFileKind | null {
  const whole = `/${path.toLowerCase()}`;
  const name = whole.slice(whole.lastIndexOf("/") + 1);
  return rows.find((row) => (row.name?.test(name) ?? false) || (row.path?.test(whole) ?? false))?.kind ?? null;
}

/** One changed file that the gate reads. */
export interface GateFileChange {
  readonly path: string;
  readonly kind: ChangedPath["kind"];
  readonly reads: GateFileKind;
}

const covers = (declared: string, path: string): boolean => {
  const wanted = declared.replace(/^\.\//, "").replace(/\/(?:\*\*?)?$/, "");
  return wanted !== "" && (path === wanted || path.startsWith(`${wanted}/`));
};

/**
 * The changed files that the gate reads, that existed before, and that the task did not ask for, by path. `declared`
 * holds files or folders that the task names. Lock files count only where no manifest beside them changed, since a changed
 * lock alone can carry foreign code in (F236).
 */
export function gateFilesChanged(
  changes: readonly ChangedPath[],
  declared: readonly string[],
): readonly GateFileChange[] {
  const touched = new Set(changes.map(({ path }) => path.toLowerCase()));
  const manifestBeside = (path: string): boolean => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1).toLowerCase();
    return [...touched].some(
      (other) =>
        other.startsWith(folder) && !other.slice(folder.length).includes("/") && gateFileKind(other) === "gate-config",
    );
  };
  return changes.flatMap(({ path, kind, from }): readonly GateFileChange[] => {
    if (kind === "added") return [];
    const before = kind === "renamed" ? (from ?? path) : path;
    const reads = gateFileKind(before);
    if (reads === null || declared.some((one) => covers(one, before) || covers(one, path))) return [];
    if (reads === "dependencies" && manifestBeside(path)) return [];
    return [{ path: before, kind, reads }];
  });
}
