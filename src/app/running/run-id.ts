import { randomBytes } from "node:crypto";

/** A name for a run: sorts by its start, and differs where two start in the same second. */
export function newRunId(now: number): string {
  const stamp = new Date(now)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z$/g, "")
    .replace("T", "-");
  return `${stamp}-${randomBytes(3).toString("hex")}`;
}
