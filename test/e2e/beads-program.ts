import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts a program `bd` with one open bead into a folder; resolves to the PATH on which it comes first. */
export function beadsProgram(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const db = join(folder, "beads.json");
  writeFileSync(db, JSON.stringify([{ id: "bd-1", title: "a", status: "open", priority: 0 }]));
  writeFileSync(
    join(bin, "bd"),
    `#!${process.execPath}
const fs = require("node:fs"), db = ${JSON.stringify(db)}, all = JSON.parse(fs.readFileSync(db, "utf8"));
const [verb, id, ...rest] = process.argv.slice(2), one = all.find((each) => each.id === id);
if (verb === "close") one.status = "closed";
if (verb === "update") one.status = rest[rest.indexOf("--status") + 1];
fs.writeFileSync(db, JSON.stringify(all));
console.log(JSON.stringify(verb === "list" ? all : [one]));
`,
  );
  chmodSync(join(bin, "bd"), 0o755);
  return `${bin}:${process.env["PATH"] ?? ""}`;
}
