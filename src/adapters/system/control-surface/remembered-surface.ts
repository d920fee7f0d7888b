import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileEntry, Placed, Surface, SurfaceEntry, SurfaceOptions } from "./surface.ts";

// The surface as JSON beside copies of its files, so that what a killed harness had taken can be compared and put back by the
// next one. A copy is named after its digest and believed only while it has it.

interface Written {
  readonly takenAt: number;
  readonly entries: readonly (readonly [string, Placed])[];
}

const fileOf = ({ keepFolder }: SurfaceOptions): string => join(keepFolder, "surface.json");

/** Writes a surface down: what is not there yet of its copies, and where everything stood. Throws what the disk throws. */
export function rememberSurface({ options, takenAt, entries }: Surface): void {
  mkdirSync(options.keepFolder, { recursive: true, mode: 0o700 });
  for (const { entry } of entries.values()) if (entry.kind === "file") keepCopy(entry, options);
  const text = JSON.stringify({ takenAt, entries: [...entries] } satisfies Written, (key, value: unknown) =>
    // The bytes have their copy; a Buffer would write itself as a list of numbers before this is asked.
    key === "kept" && value !== null ? {} : typeof value === "bigint" ? { big: String(value) } : value,
  );
  const unfinished = `${fileOf(options)}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, fileOf(options));
}

function keepCopy({ kept, digest }: FileEntry, { keepFolder }: SurfaceOptions): void {
  if (kept?.in !== "memory" || digest === null) return;
  const path = join(keepFolder, digest);
  if (!existsSync(path)) writeFileSync(path, kept.bytes, { mode: 0o600 });
}

/** The surface that was written down last; null where none was, or where it can't be read. */
export function rememberedSurface(options: SurfaceOptions): Surface | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of our own, in git's folder
    const { takenAt, entries } = JSON.parse(readFileSync(fileOf(options), "utf8"), revived) as Written;
    const placed = entries.map(([path, each]) => [path, { ...each, entry: withCopy(each.entry, options) }] as const);
    return { options, takenAt, entries: new Map(placed) };
  } catch {
    return null;
  }
}

const revived = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "big" in value && typeof value.big === "string"
    ? BigInt(value.big)
    : value;

const withCopy = (entry: SurfaceEntry, { keepFolder }: SurfaceOptions): SurfaceEntry =>
  entry.kind !== "file" || entry.kept === null || entry.digest === null
    ? entry
    : { ...entry, kept: { in: "store", path: join(keepFolder, entry.digest) } };

/** The call is over: what was written down is nobody's any more. The copies stay for the next one. */
export const forgetSurface = (options: SurfaceOptions): void => rmSync(fileOf(options), { force: true });
