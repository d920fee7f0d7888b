import { defineConfig } from "vitest/config";

/** The tests with real agent programs (`npm run test:agents`): slow to install, so never part of the ordinary run. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    globalSetup: ["test/agents/install-programs.ts"],
    // A bound for what hangs: on a busy machine some programs take a minute to start.
    testTimeout: 400_000,
    hookTimeout: 240_000,
    pool: "forks",
    // Each start of a real program costs about two seconds of CPU: two at a time keep two cores busy.
    maxWorkers: 2,
  },
});
