import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Specifications: their texts, each below its name, and a digest of all of them. */
export interface Specs {
  readonly digest: string;
  readonly text: string;
}

const mostBytes = 400_000;

/** The Markdown and text files below a folder, in the order of their names; null where there are none. */
export function readSpecs(folder: string): Specs | null {
  const names = globSync("**/*.{md,markdown,txt}", { cwd: folder }).toSorted();
  const texts = names.map((name) => `### ${name}\n\n${readFileSync(join(folder, name), "utf8").trim()}`);
  if (texts.length === 0) return null;
  const text = texts.join("\n\n");
  return { digest: createHash("sha256").update(text).digest("hex"), text: text.slice(0, mostBytes) };
}
