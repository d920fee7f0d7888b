import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// The tests with real agent programs. `--all`, or names such as `--agents=gemini,pi`, say which are driven beside Claude Code and
// Codex; all other words go to vitest.

const words = process.argv.slice(2);
const isOurs = (word: string): boolean => word === "--all" || word.startsWith("--agents=");
const named = words.filter(isOurs).map((word) => (word === "--all" ? "all" : word.slice("--agents=".length)));
const asked = [process.env["RALPH_TEST_AGENTS"] ?? "", ...named].filter((word) => word !== "").join(",");

const { status } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url)),
    "run",
    "--config",
    "vitest.agents.config.ts",
    ...words.filter((word) => !isOurs(word)),
  ],
  { stdio: "inherit", env: { ...process.env, RALPH_TEST_AGENTS: asked } },
);
process.exitCode = status ?? 1;
