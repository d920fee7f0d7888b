import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defineConfig } from "../schema.ts";
import { loadConfig } from "../load.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

function load(files: Readonly<Record<string, string>>) {
  const root = tempFolder("config");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return loadConfig({ root, env: {} });
}

describe("U-3 config files", () => {
  const wanted = {
    agent: { kind: "command", command: ["node", "a.mjs"] },
    limits: { iterations: 7, timeMinutes: 480 },
  };
  const yaml = "agent:\n  kind: command\n  command: [node, a.mjs]\nlimits:\n  iterations: 7\n  timeMinutes: 8h\n";
  const json =
    '{\n\t"$schema": "x",\n\t"agent": { "kind": "command", "command": "node a.mjs" },\n\t"limits": {\n\t\t"iterations": 7,\n\t\t"timeMinutes": "8h"\n\t}\n}\n';
  const js =
    "export default {\n  agent: { kind: 'command', command: ['node', 'a.mjs'] },\n  limits: {\n    iterations: 7,\n    timeMinutes: '8h',\n  },\n};\n";
  const ts = js.replace("export default", "interface X { a: string }\nexport default");

  test.each([
    ["ralph.config.yaml", yaml, 5],
    ["ralph.config.yml", yaml, 5],
    ["ralph.config.json", json, 5],
    ["ralph.config.js", js, 4],
    ["ralph.config.ts", ts, 5],
  ])("%s is read, and its values know their lines", async (file, text, line) => {
    const { config, origin, problems } = await load({ [file]: text });
    expect(problems).toEqual([]);
    expect(config).toMatchObject(wanted);
    expect(origin("limits.iterations")).toEqual({ source: "file", file, line });
  });

  test.each([
    ["ralph.config.yaml", "limits:\n  iteration: 7\n", "limits.iteration", 2, "limits.iterations"],
    ["ralph.config.yaml", "RALPH_MAX_COST: 7\n", "RALPH_MAX_COST", 1, "limits.costUsd"],
    ["ralph.config.json", '{\n  "agents": {},\n  "agnet": {}\n}', "agnet", 3, "agent"],
  ])("%s: an unknown key %j is a warning with its line and the near one", async (file, text, ...[key, line, near]) => {
    const { problems } = await load({ [file]: text });
    expect(problems).toMatchObject([{ severity: "warning", code: "unknown-key", key, file, line, near }]);
  });

  test.each([
    ["ralph.config.yaml", "limits:\n  iterations: lots\n", 2],
    ["ralph.config.yaml", "source: file\nlimits: 7\n", 2],
    ["ralph.config.yaml", "source: file\nlimits: [\n", 3],
    ["ralph.config.json", '{\n  "limits": { "iterations": "7" }\n}', 2],
    ["ralph.config.json", '{\n  "source": \n}', null],
    ["ralph.config.json", "[]", null],
    ["ralph.config.js", "export default {\n  limits: { iterations: 0 },\n};\n", 2],
    ["ralph.config.js", "export const a = 1;\n", null],
    ["ralph.config.js", "throw new Error('no');\n", null],
  ])("%s: %j is an error with its line", async (file, text, line) => {
    const { problems } = await load({ [file]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", file });
    if (line !== null) expect(problems[0]?.line).toBe(line);
  });

  test("of several config files the first is read, and it is said", async () => {
    const { config, problems } = await load({
      "ralph.config.yaml": "parallel: 2",
      "ralph.config.json": '{"parallel":3}',
    });
    expect(config.parallel).toBe(3);
    expect(problems).toMatchObject([{ code: "several-files", message: expect.stringContaining("ralph.config.yaml") }]);
  });

  test("an empty config file sets nothing", async () => {
    expect((await load({ "ralph.config.yaml": "" })).problems).toEqual([]);
  });
});

test("defineConfig takes what a config file may hold, and gives it back", () => {
  const written = { limits: { timeMinutes: "8h", iterations: 7 }, gate: { commands: "npm test" } } as const;
  expect(defineConfig(written)).toBe(written);
});
