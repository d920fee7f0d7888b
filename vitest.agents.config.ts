import { defineConfig } from "vitest/config";

/** The tests with real agent programs (`npm run test:agents`): slow to install, so never part of the ordinary run. */
export default defineConfig({
  test: {
    include: ["test/agents/**/*.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 240_000,
    pool: "forks",
    maxWorkers: 1,
  },
});
