import { delimiter } from "node:path";
import { describe, expect, inject, test, vi } from "vitest";
import { probeFiring } from "../../src/app/doctor/probe-firing.ts";
import { testWorld } from "../../src/app/world/test-world.ts";
import { loadConfig } from "../../src/config/load.ts";
import { tempRepository } from "../../src/testing/temp-repository.ts";
import { programs } from "./programs.ts";

// Some of these programs take a minute to start on a busy machine.
vi.setConfig({ testTimeout: 150_000 });

const installed = inject("programs");
const tried = Object.entries(programs).flatMap(([kind, { title }]) => {
  const found = installed[kind];
  return found?.ok === true ? [{ kind, title, folder: found.folder, by: kind === "opencode" ? "rules" : "hook" }] : [];
});

describe("U-4 the real programs ask the hook before a write", () => {
  test.each(tried)("$title, by its $by", async ({ kind, by, folder }) => {
    await using repository = await tempRepository({ files: { "README.md": "# Nothing\n" } });
    const path = [folder, process.env["PATH"] ?? ""].join(delimiter);
    const { world } = testWorld({ cwd: repository.path, env: { ...process.env, PATH: path, RALPH_AGENT: kind } });
    const { config } = await loadConfig({ root: repository.path, env: world.env });
    expect(await probeFiring({ root: repository.path, world, config })).toEqual({ kind: "fires", by });
    expect(await repository.git("status", "--porcelain")).toBe("");
  });
});
