import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "./atomic-file.ts";

/** Keeps the plan's text over one iteration in git's own folder: outside the work tree, and there after a crash. */
export function filePlanMemory(folder: string) {
  const path = join(folder, "plan-before");
  return {
    async save(text: string): Promise<void> {
      await mkdir(folder, { recursive: true });
      await replaceFile(path, text);
    },
    async load(): Promise<string | null> {
      try {
        return await readFile(path, "utf8");
      } catch {
        return null;
      }
    },
  };
}
