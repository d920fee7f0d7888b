import { mkdirSync, readdirSync, readFileSync, unlinkSync, watch, writeFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Control, Wish } from "../../ports/control.ts";

const wishes: readonly Wish[] = ["pause", "resume", "stop", "stop-after-task"];
const pollMs = 500;

/** Wishes as small files in a folder: any terminal can leave one, the run takes them in order. */
export function fileControl(folder: string): Control {
  return {
    take: () => Promise.resolve(takeAll(folder)),
    watch: (heard) => watchFolder(folder, heard),
  };
}

/** Leaves a wish for the run that works in this repository. Throws where the folder can't be written. */
export function leaveWish(folder: string, wish: Wish, at: number, pid: number): void {
  mkdirSync(folder, { recursive: true });
  const name = `${String(at).padStart(15, "0")}-${pid}`;
  writeFileSync(join(folder, `${name}.tmp`), wish);
  renameSync(join(folder, `${name}.tmp`), join(folder, `${name}.wish`));
}

/** Takes away wishes that were left for a run that is over. */
export const forgetWishes = (folder: string): void => void takeAll(folder);

function takeAll(folder: string): readonly Wish[] {
  const names = namesIn(folder)
    .filter((name) => name.endsWith(".wish"))
    .toSorted();
  return names.flatMap((name) => {
    const text = takeFile(join(folder, name));
    const wish = wishes.find((known) => known === text);
    return wish === undefined ? [] : [wish];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function takeFile(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8").trim();
    unlinkSync(path);
    return text;
  } catch {
    return null;
  }
}

/** Watching is a help, polling the promise: file events get lost on network disks. */
function watchFolder(folder: string, heard: () => void): Disposable {
  const look = (): void => {
    if (namesIn(folder).some((name) => name.endsWith(".wish"))) heard();
  };
  const timer = setInterval(look, pollMs);
  timer.unref();
  const watcher = tryWatch(folder, look);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      watcher?.close();
    },
  };
}

function tryWatch(folder: string, look: () => void): { close(): void } | null {
  try {
    mkdirSync(folder, { recursive: true });
    const watcher = watch(folder, { persistent: false }, look);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
