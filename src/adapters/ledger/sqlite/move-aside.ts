import { existsSync, renameSync, rmSync } from "node:fs";
import { damageMark } from "./inspect-file.ts";

const freeName = (wanted: string): string => {
  let name = wanted;
  for (let n = 2; existsSync(name); n += 1) name = `${wanted}-${n}`;
  return name;
};

/**
 * Renames a damaged ledger, with what SQLite keeps beside it, to `<path>.corrupt-<time>`, and gives that name. The parts
 * keep belonging together, so that whoever tries to save something can open them. `now` is in ms.
 */
export function moveAside(path: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const movedTo = freeName(`${path}.corrupt-${stamp}Z`);
  for (const part of ["-wal", "-shm", ""]) {
    if (existsSync(path + part)) renameSync(path + part, movedTo + part);
  }
  rmSync(damageMark(path), { force: true });
  return movedTo;
}
