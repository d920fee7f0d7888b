import { rmSync, statSync } from "node:fs";
import { join, normalize, sep } from "node:path";
import type { Preparation } from "../../ports/gate.ts";
import { commandGate, type CommandGateSettings } from "./command-gate.ts";

/** What a preparation is made from. */
export interface PreparationSettings extends CommandGateSettings {
  /** Generated files and folders, from the root. */
  readonly stale: readonly string[];
  /** Resolves to true where git ignores a path and tracks nothing below it. */
  readonly isGenerated: (path: string) => Promise<boolean>;
}

/** Cleans what was generated, and makes the repository ready by commands. */
export function preparation({ stale, isGenerated, ...settings }: PreparationSettings): Preparation {
  const gate = commandGate(settings);
  return {
    async clean() {
      const cleaned: string[] = [];
      for (const path of stale.map(insideOf)) {
        if (path === null || !isThere(join(settings.root, path)) || !(await isGenerated(path))) continue;
        rmSync(join(settings.root, path), { recursive: true, force: true });
        cleaned.push(path);
      }
      return cleaned;
    },
    run: (context, signal) => gate.run(context, signal),
  };
}

/* Null for what leads out of the repository, or is all of it, or git's own. */
function insideOf(path: string): string | null {
  const plain = normalize(path).replaceAll(sep, "/").replace(/\/+$/, "");
  const isOutside = plain === "" || plain === "." || plain.startsWith("/") || /^(?:\.\.|\.git)(?:\/|$)/.test(plain);
  return isOutside || /^[A-Za-z]:/.test(plain) ? null : plain;
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
