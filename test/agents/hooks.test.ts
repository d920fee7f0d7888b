import { delimiter } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { dialects } from "../../src/adapters/agents/dialects.ts";
import { probeFiring } from "../../src/app/doctor/probe-firing.ts";
import { testWorld } from "../../src/app/test-world.ts";
import { loadConfig } from "../../src/config/load.ts";
import { tempRepository } from "../../src/testing/temp-repository.ts";
import { install } from "./install.ts";

// Some of these programs take a minute to start on a busy machine.
vi.setConfig({ testTimeout: 150_000 });

/** npm's names of the programs that have hooks, or rules in their place. Others than the first two are tried on request: RALPH_TEST_AGENTS="gemini pi". */
const packages = {
  claude: { name: "@anthropic-ai/claude-code", by: "hook" },
  codex: { name: "@openai/codex", by: "hook" },
  gemini: { name: "@google/gemini-cli", by: "hook" },
  qwen: { name: "@qwen-code/qwen-code", by: "hook" },
  copilot: { name: "@github/copilot", by: "hook" },
  pi: { name: "@mariozechner/pi-coding-agent", by: "hook" },
  opencode: { name: "opencode-ai", by: "rules" },
} as const;

const wanted = new Set(["claude", "codex", ...(process.env["RALPH_TEST_AGENTS"] ?? "").split(/[\s,]+/)]);
const settings = { command: [], format: "text", family: null, self: [], script: "" } as const;

const tried = await Promise.all(
  Object.entries(dialects).flatMap(([kind, make]) => {
    const known = Object.entries(packages).find(([name]) => name === kind)?.[1];
    if (known === undefined || !wanted.has(kind)) return [];
    const [version] = make(settings).triedVersions;
    if (version === undefined) return [];
    return [
      install({ package: known.name, version, bin: kind }).then((installed) => ({ kind, by: known.by, installed })),
    ];
  }),
);
for (const { installed } of tried) if (!installed.ok) console.warn(`SKIPPED: ${installed.reason}`);

describe("U-4 the real programs ask the hook before a write", () => {
  test.each(tried)("$kind, by its $by", async ({ kind, by, installed }) => {
    if (!installed.ok) return;
    await using repository = await tempRepository({ files: { "README.md": "# Nothing\n" } });
    const path = [installed.folder, process.env["PATH"] ?? ""].join(delimiter);
    const { world } = testWorld({ cwd: repository.path, env: { ...process.env, PATH: path, RALPH_AGENT: kind } });
    const { config } = await loadConfig({ root: repository.path, env: world.env });
    expect(await probeFiring({ root: repository.path, world, config })).toEqual({ kind: "fires", by });
    expect(await repository.git("status", "--porcelain")).toBe("");
  });
});
