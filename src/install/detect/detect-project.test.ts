import { expect, test } from "vitest";
import { detectBacklogs } from "./detect-backlogs.ts";
import { detectProject } from "./detect-project.ts";
import { glimpseOfFiles } from "./glimpse.ts";

const commandsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  detectProject(glimpseOfFiles(files)).checks.map(({ command }) => command);

const pkg = (scripts: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ scripts, ...more });

const projects: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    "npm",
    { "package.json": pkg({ test: "vitest run", lint: "oxlint", typecheck: "tsc" }) },
    ["npm run typecheck", "npm run lint", "npm test"],
  ],
  ["pnpm by its lock file", { "package.json": pkg({ test: "jest" }), "pnpm-lock.yaml": "" }, ["pnpm run test"]],
  [
    "yarn by the packageManager field",
    { "package.json": pkg({ test: "jest" }, { packageManager: "yarn@4.1.0" }), "package-lock.json": "" },
    ["yarn run test"],
  ],
  [
    "npm init's placeholder is no test",
    { "package.json": pkg({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  ["a watcher never ends", { "package.json": pkg({ test: "jest --watch", "test:ci": "jest" }) }, ["npm run test:ci"]],
  [
    "a compiler without a script",
    { "package.json": pkg({}, { devDependencies: { typescript: "5" } }), "tsconfig.json": "{}" },
    ["npx tsc --noEmit"],
  ],
  ["a broken package.json is no obstacle", { "package.json": "{", Makefile: "test: build\n\tgo\n" }, ["make test"]],
  [
    "uv, ruff, mypy and pytest",
    { "pyproject.toml": '[tool.ruff]\n[tool.mypy]\n[dependency-groups]\ndev = ["pytest"]\n', "uv.lock": "" },
    ["uv run mypy .", "uv run ruff check .", "uv run pytest"],
  ],
  ["plain python", { "setup.py": "", "tests/test_a.py": "" }, ["python3 -m unittest discover"]],
  ["go", { "go.mod": "" }, ["go vet ./...", "go test ./..."]],
  ["go with a linter of its own", { "go.mod": "", ".golangci.yml": "" }, ["golangci-lint run", "go test ./..."]],
  ["rust", { "Cargo.toml": "" }, ["cargo test"]],
  ["maven with its wrapper", { "pom.xml": "", mvnw: "" }, ["./mvnw --batch-mode verify"]],
  ["gradle", { "build.gradle.kts": "" }, ["gradle check"]],
  ["dotnet", { "App.sln": "" }, ["dotnet test"]],
  ["ruby", { Gemfile: "", "spec/a_spec.rb": "" }, ["bundle exec rspec"]],
  ["make, where nothing else is there", { Makefile: "TEST := 1\nlint:\n\ntest: lint\n" }, ["make lint", "make test"]],
  [
    "make does not stand in for what a language has",
    { "go.mod": "", Makefile: "test:\ntypes:\n" },
    ["make types", "go vet ./...", "go test ./..."],
  ],
  [
    "two languages",
    { "go.mod": "", "package.json": pkg({ test: "jest" }) },
    ["go vet ./...", "npm test", "go test ./..."],
  ],
  ["nothing", { "README.md": "" }, []],
];

test.each(projects)("U-2 checks are found: %s", (_name, files, commands) => {
  expect(commandsOf(files)).toEqual(commands);
});

test("U-2 languages and package managers are told", () => {
  const { languages } = detectProject(
    glimpseOfFiles({ "package.json": pkg({}), "tsconfig.json": "", "poetry.lock": "", "pyproject.toml": "" }),
  );
  expect(languages).toEqual([
    { name: "TypeScript", packageManager: "npm" },
    { name: "Python", packageManager: "poetry" },
  ]);
});

test("U-2 a backlog that is there is taken, and .ralphrc says where it is", () => {
  expect(detectBacklogs(glimpseOfFiles({ ".ralph/fix_plan.md": "", "prd.json": "" }))).toMatchObject([
    { path: ".ralph/fix_plan.md", settings: {} },
    { path: "prd.json", settings: { RALPH_SOURCE: "prd-json" } },
  ]);
  const found = {
    ".taskmaster/tasks/tasks.json": "",
    ".beads/beads.db": "",
    "specs/001-a/tasks.md": "",
    "specs/001-a/spec.md": "",
  };
  expect(detectBacklogs(glimpseOfFiles(found)).map(({ source }) => source)).toEqual(["taskmaster", "beads", "speckit"]);
  expect(detectBacklogs(glimpseOfFiles({ "specs/README.md": "", "openspec/changes/x/tasks.md": "" }))).toMatchObject([
    { path: "openspec/changes", settings: { RALPH_SOURCE: "speckit" } },
  ]);
  expect(detectBacklogs(glimpseOfFiles({ "fix_plan.md": "" }))).toMatchObject([
    { settings: { RALPH_PLAN_FILE: "fix_plan.md" } },
  ]);
});
