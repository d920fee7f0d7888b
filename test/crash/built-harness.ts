import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll } from "vitest";

/** The harness as one file, for the time of a test file: it is started very often. The path is there once tests run. */
export function builtHarness(): { readonly path: string } {
  const cache = join(import.meta.dirname, "..", "..", "node_modules", ".cache");
  const built = { path: "" };
  let folder = "";
  beforeAll(async () => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "ralph-crash-"));
    const bundle = await rolldown({
      input: join(import.meta.dirname, "harness.ts"),
      platform: "node",
      logLevel: "silent",
    });
    await bundle.write({ dir: folder, format: "esm" });
    built.path = join(folder, "harness.js");
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return built;
}
