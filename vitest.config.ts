import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/agents/**", "node_modules/**"],
    // Bounds for what hangs, not for what is slow: many tests start real programs, on machines that do other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "forks",
    // More than the smallest machine has cores: most of the time is waiting for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A machine that starves a test for a while fails it once; a fault fails it twice.
    retry: process.env["CI"] === undefined ? 0 : 1,
  },
});
