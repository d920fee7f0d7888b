import type { Check, Detector } from "./finding.ts";
import type { Glimpse } from "./glimpse.ts";

/** Who runs a project's programs in its own environment, by the lock file. */
const runners: readonly { readonly name: string; readonly lockFile: string; readonly prefix: string }[] = [
  { name: "uv", lockFile: "uv.lock", prefix: "uv run " },
  { name: "poetry", lockFile: "poetry.lock", prefix: "poetry run " },
  { name: "pdm", lockFile: "pdm.lock", prefix: "pdm run " },
  { name: "pipenv", lockFile: "Pipfile.lock", prefix: "pipenv run " },
];

const signs = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "tox.ini", "pytest.ini"];

/** Where a tool's settings stand: files of its own, or a table in a file of many. */
interface Tool {
  readonly check: Omit<Check, "from">;
  readonly files: readonly string[];
  readonly mention: RegExp;
}

const tools: readonly Tool[] = [
  {
    check: { purpose: "types", command: "mypy ." },
    files: ["mypy.ini", ".mypy.ini"],
    mention: /^\[(?:tool\.)?mypy\]/m,
  },
  { check: { purpose: "types", command: "pyright" }, files: ["pyrightconfig.json"], mention: /^\[tool\.pyright\]/m },
  {
    check: { purpose: "lint", command: "ruff check ." },
    files: ["ruff.toml", ".ruff.toml"],
    mention: /^\[tool\.ruff[\].]/m,
  },
  { check: { purpose: "lint", command: "flake8" }, files: [".flake8"], mention: /^\[flake8\]/m },
  {
    check: { purpose: "test", command: "pytest" },
    files: ["pytest.ini", "conftest.py", "tests/conftest.py"],
    mention: /\bpytest\b/m,
  },
];

/** Python: the tools that have settings here, run in the project's own environment. */
export const pythonProject: Detector = {
  name: "python",
  look(glimpse) {
    if (!signs.some((sign) => glimpse.has(sign))) return null;
    const runner = runners.find(({ lockFile }) => glimpse.has(lockFile));
    const found = tools.flatMap((tool): Check[] => {
      const from = whereSet(tool, glimpse);
      return from === null ? [] : [{ ...tool.check, command: `${runner?.prefix ?? ""}${tool.check.command}`, from }];
    });
    const checks = found.filter(({ purpose }, at) => found.findIndex((each) => each.purpose === purpose) === at);
    const isTested = checks.some(({ purpose }) => purpose === "test");
    const plain: Check = {
      purpose: "test",
      command: `${runner?.prefix ?? ""}python3 -m unittest discover`,
      from: "tests/",
    };
    return {
      language: "Python",
      packageManager: runner?.name ?? "pip",
      checks: isTested || !glimpse.has("tests") ? checks : [...checks, plain],
    };
  },
};

const whereSet = ({ files, mention }: Tool, glimpse: Glimpse): string | null =>
  files.find((file) => glimpse.has(file)) ?? signs.find((sign) => mention.test(glimpse.text(sign) ?? "")) ?? null;
