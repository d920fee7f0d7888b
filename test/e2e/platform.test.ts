import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { digger, honest } from "./agents/behaviours.ts";
import { type Project, project } from "./repository.ts";

const root = join(import.meta.dirname, "..", "..");

/** Programs that differ from system to system, or are missing on one. */
const fickle = ["date", "stat", "timeout", "gtimeout", "readlink", "realpath", "mktemp", "sed", "awk", "grep", "flock"];

/** Puts programs first on PATH that print prose and fail; the file tells whether one was started. */
function withProse(it: Project): { readonly env: Readonly<Record<string, string>>; readonly started: string } {
  const folder = join(it.scratch, "prose");
  const started = join(it.scratch, "prose-started");
  mkdirSync(folder);
  for (const name of fickle) {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\necho "${name}" >> '${started}'\necho "File: unusual  Size: many"\nexit 1\n`,
    );
    chmodSync(join(folder, name), 0o755);
  }
  return { env: { PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` }, started };
}

test("F196 F197 nothing is asked of programs that differ from system to system: times, limits and files are our own", async () => {
  const slow = { ...digger, sleepMs: 60_000 };
  await using it = await project({ plan: 1, agent: [slow, honest], rc: { CLAUDE_TIMEOUT_MINUTES: "3s" } });
  const { env, started } = withProse(it);
  const run = it.start(process.execPath, [join(root, "bin", "ralph.js"), "run", "--json"], env);
  const result = await it.resultOf(await run.ended);
  expect(result.iterations[0]).toMatchObject({ outcome: "progressed", error: { class: "timed_out" } });
  expect(result.endReason).toBe("plan_complete");
  expect(existsSync(started)).toBe(false);
});
