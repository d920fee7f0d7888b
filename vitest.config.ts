import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

/** Tests of rooms that keep nothing between two calls: their files may share a process, which saves a second of CPU for each. */
const pure = "src/{core,guard,show,config,install}/**/*.test.ts";

export default defineConfig({
  test: {
    // Bounds for what hangs, not for what is slow: many tests start real programs, on machines that do other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: "forks",
    // More than the smallest machine has cores: most of the time is waiting for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A machine that starves a test for a while fails it once; a fault fails it twice.
    retry: process.env["CI"] === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: "processes",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/agents/**", "node_modules/**", pure],
        },
      },
      { extends: true, test: { name: "pure", include: [pure], isolate: false } },
    ],
  },
});
