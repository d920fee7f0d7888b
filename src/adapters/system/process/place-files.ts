import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { PlacedFile, StartError } from "../../../ports/processes.ts";

/** Writes the files that a program has to find at its start, readable for their owner alone. Null, or why that failed. */
export function placeFiles(files: readonly PlacedFile[]): StartError | null {
  for (const { path, text } of files) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
      const reason = error instanceof Error ? error.message : String(error);
      return {
        code,
        message: `${path}, which the program needs, could not be written: ${reason}. Free or open its folder.`,
      };
    }
  }
  return null;
}
