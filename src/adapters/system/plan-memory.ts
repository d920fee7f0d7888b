import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./atomic-file.ts";

/** Keeps the plan's text over one iteration in git's own folder: outside the work tree, and there after a crash. */
export function filePlanMemory(folder: string) {
  const path = join(folder, "plan-before");
  return {
    async save(text: string): Promise<void> {
      mkdirSync(folder, { recursive: true });
      await replaceFile(path, text);
    },
    load(): Promise<string | null> {
      return Promise.resolve(textOf(path));
    },
  };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
