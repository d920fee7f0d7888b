import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./atomic-file.ts";

/** Keeps the plan's text in git's own folder, over one iteration and on its way: outside the work tree, and there after a crash. */
export function filePlanMemory(folder: string) {
  const before = join(folder, "plan-before");
  const onItsWay = join(folder, "plan-carried");
  const write = async (path: string, text: string): Promise<void> => {
    mkdirSync(folder, { recursive: true });
    await replaceFile(path, text);
  };
  return {
    save: (text: string): Promise<void> => write(before, text),
    load: (): Promise<string | null> => Promise.resolve(textOf(before)),
    async carry(text: string | null): Promise<void> {
      if (text === null) rmSync(onItsWay, { force: true });
      else await write(onItsWay, text);
    },
    carried: (): Promise<string | null> => Promise.resolve(textOf(onItsWay)),
  };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
