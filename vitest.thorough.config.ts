import { defineConfig } from "vitest/config";
import ordinary from "./vitest.config.ts";

const { projects: _, ...bounds } = ordinary.test ?? {};

/** Every case of the walks of which the ordinary run takes a part (`npm run test:thorough`): for who has changed recovery. */
export default defineConfig({
  test: {
    ...bounds,
    include: ["test/crash/**/*.test.ts", "test/e2e/git-states.test.ts"],
    env: { RALPH_TEST_THOROUGH: "yes" },
  },
});
