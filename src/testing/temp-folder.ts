import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

/** A new folder in the system's temporary one, links resolved; it goes once the tests of the file are over. */
export function tempFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `ralph-${name}-`)));
  made.push(folder);
  return folder;
}
