import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/app/words/command-table.ts";
import { rows } from "../../src/config/table.ts";
import { endReasons, exitCodeOf } from "../../src/core/end-reason.ts";
import { root } from "../architecture/modules.ts";

// What the documents name must exist: a page that is wrong is worse than none.

const paths = [...globSync("*.md", { cwd: root }), ...globSync("docs/**/*.md", { cwd: root })]
  .map((path) => path.split(sep).join("/"))
  .toSorted();
const documents = paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object }).scripts,
);

/** What a reader would type or look up: words in backticks and lines of code blocks. */
function codeIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gmu)].flatMap(([, body = ""]) => body.split("\n"));
  const spans = [...text.replaceAll(/^```\w*\n[\s\S]*?^```/gmu, "").matchAll(/`([^`\n]+)`/gu)].map(
    ([, span = ""]) => span,
  );
  return [...blocks, ...spans];
}

const faults = (find: (text: string, path: string) => readonly string[]): readonly string[] =>
  documents.flatMap(({ path, text }) => find(text, path).map((fault) => `${path}: ${fault}`));

describe("the documents", () => {
  test("are there", () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        "README.md",
        "ARCHITECTURE.md",
        "GLOSSARY.md",
        "CONTRIBUTING.md",
        "AGENTS.md",
        "CHANGELOG.md",
      ]),
    );
    expect(paths.length).toBeGreaterThan(35);
  });

  test("have no link that leads nowhere", () => {
    const broken = faults((text, path) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
        .map(([, target = ""]) => target)
        .filter(
          (target) =>
            !/^(?:https?:|#)/u.test(target) && !existsSync(join(root, dirname(path), target.split("#")[0] ?? "")),
        ),
    );
    expect(broken).toEqual([]);
  });

  test("name no file of this repository that is not there", () => {
    const missing = faults((text) =>
      codeIn(text)
        .flatMap((code) => code.match(/(?<![\w/.<-])(?:src|test|docs|scripts|assets|bin|\.ci)\/[\w./-]*[\w/]/gu) ?? [])
        .filter((file) => !existsSync(join(root, file)) && !/^docs\/prd\/|mail|plan\.md$/u.test(file)),
    );
    expect(missing).toEqual([]);
  });

  test("name no command that ralph does not have", () => {
    const known = new Set([...commands.map(({ name }) => name), "help", "hook", "play", "acp"]);
    const unknown = faults((text) =>
      codeIn(text)
        .flatMap((code) => [...code.matchAll(/(?:^|&& |; |KILL \d )ralph ([a-z]+)\b/gu)].map(([, name = ""]) => name))
        .filter((name) => !known.has(name)),
    );
    expect(unknown).toEqual([]);
  });

  test("name no npm script that is not there", () => {
    const unknown = faults((text) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:]+)/gu)]
        .map(([, name = ""]) => name)
        .filter((name) => !scripts.includes(name) && name !== "lint"),
    );
    expect(unknown).toEqual([]);
  });

  test("name no setting that is not read", () => {
    // The names of the block and of an increment's mark, and what a call's environment tells the agent.
    const others = ["STATUS", "COMPLETE", "ROLE", "TASK_ID", "ATTEMPT", "ROUND", "ITERATION", "RUN_ID", "WORKSPACE"];
    const known = new Set([
      ...rows.flatMap(({ setting }) => (setting.key === undefined ? [] : [setting.key])),
      ...others.map((name) => `RALPH_${name}`),
    ]);
    const guides = documents.filter(({ path }) => path.startsWith("docs/guide/") && !path.endsWith("configuration.md"));
    const named = guides.flatMap(({ text }) => text.match(/\bRALPH_[A-Z_]+\b/gu) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test("tell every reason for an end, with its exit code", () => {
    const page = documents.find(({ path }) => path === "docs/guide/when-it-stops.md")?.text ?? "";
    const told = Object.fromEntries(
      [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gmu)].map(([, reason = "", code = ""]) => [reason, Number(code)]),
    );
    expect(told).toEqual(Object.fromEntries(endReasons.map((reason) => [reason, exitCodeOf(reason)])));
  });

  test("say of every dependency what it is for", () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    ) as Record<string, Record<string, string> | undefined>;
    const page = documents.find(({ path }) => path === "docs/decisions/dependencies.md")?.text ?? "";
    const told = [...page.matchAll(/^\| (\S+) \| /gmu)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "package" && name !== "---");
    expect(told.toSorted()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].toSorted());
  });
});
