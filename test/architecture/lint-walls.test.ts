import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./modules.ts";

// A wall that lets something through looks the same as one that stands: so every wall of `.oxlintrc.json` is run into here, from
// the top of a room and from two folders further down, with the very configuration that `npm run lint` reads.

/** What must be refused in each room, as imports written from the room's own folder. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  core: [
    "../ports/clock.ts",
    "../loop/engine.ts",
    "../adapters/system/clock.ts",
    "../app/main.ts",
    "../testing/temp-repository.ts",
    "node:fs",
    "zod",
    "yaml",
    "commander",
  ],
  ports: ["../loop/engine.ts", "../adapters/system/clock.ts", "../app/main.ts", "node:fs", "zod/mini"],
  guard: ["../ports/clock.ts", "../loop/engine.ts", "../adapters/system/clock.ts", "node:fs", "yaml"],
  loop: [
    "../adapters/system/clock.ts",
    "../config/load.ts",
    "../show/report/advice.ts",
    "../app/compose.ts",
    "node:fs",
    "yaml",
  ],
  config: ["../ports/clock.ts", "../loop/engine.ts", "../adapters/system/clock.ts", "../app/main.ts"],
  show: [
    "../loop/engine.ts",
    "../adapters/system/clock.ts",
    "../app/compose.ts",
    "../ports/workspace.ts",
    "../ports/clock.ts",
    "../config/load.ts",
  ],
  testing: ["../loop/engine.ts", "../adapters/system/clock.ts", "../app/main.ts"],
  install: ["../loop/engine.ts", "../adapters/system/clock.ts", "../app/main.ts", "../stand-ins/github/serve.ts"],
  "stand-ins": ["../core/task.ts", "../ports/forge.ts", "../adapters/system/clock.ts", "../app/main.ts"],
  "adapters/agents": [
    "../backlogs/near-ids.ts",
    "../workspace/git/squash.ts",
    "../../loop/engine.ts",
    "../../app/main.ts",
    "../../testing/temp-repository.ts",
  ],
  "adapters/backlogs": ["../agents/dialects.ts", "../ledger/sqlite/entries.ts", "../../config/load.ts"],
  "adapters/workspace": ["../agents/dialects.ts", "../gates/command-gate.ts", "../../guard/escape.ts"],
  "adapters/ledger": ["../workspace/git/squash.ts", "../../loop/engine.ts"],
  "adapters/gates": ["../agents/dialects.ts", "../../loop/engine.ts"],
  "adapters/control": ["../agents/dialects.ts", "../../loop/engine.ts"],
  "adapters/prompts": ["../agents/dialects.ts", "../../loop/tools.ts"],
  "adapters/system": ["../agents/dialects.ts", "../workspace/git/squash.ts", "../../loop/engine.ts"],
};

/** What must pass: a rule that refuses everything is no wall either. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: ["./fact.ts", "zod/mini"],
  ports: ["../core/task.ts"],
  guard: ["../core/task.ts", "unbash"],
  loop: ["../core/task.ts", "../ports/clock.ts", "../guard/escape.ts"],
  config: ["../core/policy.ts", "yaml", "node:fs"],
  show: ["../core/summary.ts", "../ports/ledger.ts", "../ports/control.ts"],
  testing: ["../core/task.ts", "../ports/clock.ts"],
  install: ["../core/policy.ts", "../config/load.ts"],
  "adapters/agents": ["../../core/task.ts", "../../ports/agent.ts", "../system/clock.ts", "yaml"],
  "adapters/backlogs": ["../../core/task.ts", "../system/atomic-file.ts"],
  "adapters/workspace": ["../system/lock/process-identity.ts"],
  "adapters/ledger": ["node:sqlite"],
  "adapters/gates": ["../../core/fact.ts"],
  "adapters/control": ["../../ports/control.ts"],
  "adapters/prompts": ["../../core/outcome.ts"],
  "adapters/system": ["../../ports/processes.ts"],
};

const folder = mkdtempSync(join(tmpdir(), "ralph-walls-"));
const depths = ["", "one/", "one/two/"];

interface Finding {
  readonly filename: string;
  readonly code: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

let found: readonly Finding[] = [];

beforeAll(() => {
  const settings = readFileSync(join(root, ".oxlintrc.json"), "utf8").replace(
    '"typeAware": true',
    '"typeAware": false',
  );
  writeFileSync(join(folder, ".oxlintrc.json"), settings);
  for (const [list, name] of [
    [forbidden, "forbidden"],
    [allowed, "allowed"],
  ] as const) {
    for (const [room, imports] of Object.entries(list)) {
      for (const depth of depths) {
        const path = join(folder, "src", room, depth, `${name}.ts`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, imports.map((to) => `import "${deeper(to, depth)}";\n`).join(""));
      }
    }
  }
  found = lint().filter(({ code }) => code.includes("no-restricted-imports"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deeper = (to: string, depth: string): string =>
  to.startsWith("../") ? `${depth.replaceAll(/[^/]+\//gu, "../")}${to}` : to;

function lint(): readonly Finding[] {
  const program = join(root, "node_modules", "oxlint", "bin", "oxlint");
  const { stdout } = spawnSync(process.execPath, [program, "-f", "json", "."], { cwd: folder, encoding: "utf8" });
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

const linesOf = (path: string): readonly number[] =>
  found
    .filter(({ filename }) => filename.replaceAll("\\", "/") === path)
    .map(({ labels }) => labels[0]?.span.line ?? 0)
    .toSorted((a, b) => a - b);

describe.each(Object.keys(forbidden))("the wall around %s", (room) => {
  test.each(depths)("stands in %s", (depth) => {
    expect(linesOf(`src/${room}/${depth}forbidden.ts`)).toEqual(forbidden[room]?.map((_, index) => index + 1));
  });

  test("has its doors", () => {
    for (const depth of depths) expect(linesOf(`src/${room}/${depth}allowed.ts`)).toEqual([]);
  });
});
