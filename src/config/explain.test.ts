import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explainConfig } from "./explain.ts";
import { configJsonSchema } from "./json-schema.ts";
import { loadConfig } from "./load.ts";
import { configurationPage } from "./page.ts";
import { rows } from "./table.ts";
import { tempFolder } from "../testing/temp-folder.ts";

async function explained(text: string, env: Readonly<Record<string, string>> = {}) {
  const root = tempFolder("explain");
  writeFileSync(join(root, ".ralphrc"), text);
  return explainConfig(await loadConfig({ root, env }));
}

test("U-3 each value is told with where it comes from", async () => {
  const { settings } = await explained("RALPH_GATE='node --test'\n", { RALPH_MAX_ITERATIONS: "4" });
  const of = (path: string) => settings.find((row) => row.path === path);
  expect(of("gate.commands")).toMatchObject({ value: ["node --test"], from: ".ralphrc:1", key: "RALPH_GATE" });
  expect(of("limits.iterations")).toMatchObject({ value: 4, from: "environment (RALPH_MAX_ITERATIONS)" });
  expect(of("parallel")).toMatchObject({ value: 1, from: "default", source: "default" });
  expect(settings).toHaveLength(rows.length);
});

test("G-6 secrets, logins in addresses and tokens are masked", async () => {
  const made = await explained(
    "RALPH_FLEET_DATABASE=postgres://me:word1@db/x\nRALPH_LINEAR_URL=http://me:word2@localhost/\nRALPH_AGENT_COMMAND='x --token ghp_word3word3'\nRALPH_NOTIFY_WEBHOOK=https://hooks/word4\nRALPH_NOTIFY_WEBHOOK=word5\nRALPH_VALIDATOR_COMMAND='x \"ghp_word6word6'\n",
  );
  expect(made.problems.map(({ key }) => key)).toContain("RALPH_VALIDATOR_COMMAND");
  expect(JSON.stringify(made)).not.toMatch(/word\d/);
});

test("U-3 the JSON Schema has every setting with its meaning, its default and nothing else", () => {
  const schema: unknown = JSON.parse(JSON.stringify(configJsonSchema()));
  for (const { path, setting } of rows) {
    const steps = path.split(".").flatMap((name) => ["properties", name]);
    expect(schema, path).toHaveProperty([...steps, "description"], setting.about);
    expect(schema, path).toHaveProperty([...steps, "default"], setting.default);
  }
  expect(schema).toMatchObject({
    additionalProperties: false,
    properties: { limits: { additionalProperties: false }, $schema: {} },
  });
  expect(schema).not.toHaveProperty("required");
});

test("the guide's page on configuration is up to date (node scripts/configuration-docs.ts)", () => {
  expect(readFileSync(new URL("../../docs/guide/configuration.md", import.meta.url), "utf8")).toBe(configurationPage());
});
