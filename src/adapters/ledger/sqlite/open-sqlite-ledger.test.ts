import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { LedgerError } from "../../../ports/ledger.ts";
import { warned } from "../../../testing/sample-facts.ts";
import { damageMark } from "./inspect-file.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { readSqliteLedger } from "./read-sqlite-ledger.ts";
import { applicationId, migrations } from "./tables/schema.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const noon = Date.UTC(2026, 0, 2, 12, 0, 0);
const folder = () => tempFolder("ledger");
const open = (path: string) => openSqliteLedger(path, { now: () => noon });
const place = { run: "r1", iteration: 1, at: 1 };

function filled(path: string, facts = 300): void {
  using ledger = open(path).ledger;
  const many = Array.from({ length: facts }, (_, index) => warned(`${index} ${"x".repeat(200)}`));
  ledger.append(place, many, "synced");
}

function codeOf(act: () => unknown): string {
  try {
    act();
    return "none";
  } catch (error) {
    return error instanceof LedgerError ? error.code : String(error);
  }
}

test("a ledger is made with its folder, and found again", () => {
  const path = join(folder(), "deep", "ralph.db");
  const first = open(path);
  expect(first.opened).toEqual({ kind: "fresh" });
  first.ledger.append(place, [warned("a")], "synced");
  first.ledger[Symbol.dispose]();
  first.ledger[Symbol.dispose]();
  const second = open(path);
  expect(second.opened).toEqual({ kind: "existing" });
  expect([...second.ledger.factsOf("r1")]).toHaveLength(1);
  second.ledger[Symbol.dispose]();
});

const damages: readonly [string, (path: string) => void][] = [
  ["garbage", (path) => writeFileSync(path, "not a database ".repeat(1000))],
  ["a few bytes", (path) => writeFileSync(path, "SQLite")],
  ["an empty file", (path) => writeFileSync(path, "")],
  ["a folder in its place", (path) => mkdirSync(join(path, "sub"), { recursive: true })],
  [
    "a ledger cut in the middle",
    (path) => {
      filled(path);
      truncateSync(path, 20_000);
    },
  ],
  [
    "a ledger whose first page is overwritten",
    (path) => {
      filled(path);
      const bytes = readFileSync(path);
      bytes.fill(0xff, 100, 4096);
      writeFileSync(path, bytes);
    },
  ],
];

test.each(damages)("D-3 %s is moved aside, said, and a new ledger takes its place", (_, damage) => {
  const path = join(folder(), "ralph.db");
  damage(path);
  const { ledger, opened } = open(path);
  expect(opened).toMatchObject({ kind: "recovered", movedTo: `${path}.corrupt-2026-01-02T12-00-00Z` });
  expect(existsSync(`${path}.corrupt-2026-01-02T12-00-00Z`)).toBe(true);
  ledger.append(place, [warned("a")], "synced");
  expect([...ledger.factsOf("r1")]).toHaveLength(1);
  ledger[Symbol.dispose]();
  expect(open(path).opened).toEqual({ kind: "existing" });
});

test("D-3 what SQLite keeps beside a damaged ledger moves with it", () => {
  const path = join(folder(), "ralph.db");
  writeFileSync(path, "garbage");
  writeFileSync(`${path}-wal`, "log");
  const { ledger, opened } = open(path);
  ledger[Symbol.dispose]();
  const movedTo = opened.kind === "recovered" ? opened.movedTo : "";
  expect(readFileSync(`${movedTo}-wal`, "utf8")).toBe("log");
});

test("F205 each start makes at most one copy, and a second damage in the same second takes nothing from the first", () => {
  const dir = folder();
  const path = join(dir, "ralph.db");
  for (const text of ["one", "two"]) {
    writeFileSync(path, text);
    open(path).ledger[Symbol.dispose]();
  }
  const copies = readdirSync(dir).filter((name) => name.includes("corrupt"));
  expect(copies.map((name) => readFileSync(join(dir, name), "utf8")).toSorted()).toEqual(["one", "two"]);
});

test("F205 a ledger that can't be made anew ends the start instead of trying for ever", () => {
  const dir = folder();
  writeFileSync(join(dir, "file"), "");
  expect(codeOf(() => open(join(dir, "file", "ralph.db")))).toBe("failed");
  expect(readdirSync(dir)).toEqual(["file"]);
});

test("D-3 damage that is met while a run works is looked for at the next start", () => {
  const path = join(folder(), "ralph.db");
  filled(path, 2000);
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4096 * Math.floor(bytes.length / 8192));
  writeFileSync(path, bytes);

  const { ledger, opened } = open(path);
  expect(opened.kind).toBe("existing");
  expect(codeOf(() => ledger.append(place, [warned("more")], "synced"))).toBe("corrupt");
  ledger[Symbol.dispose]();
  expect(existsSync(damageMark(path))).toBe(true);

  const next = open(path);
  expect(next.opened.kind).toBe("recovered");
  expect(existsSync(damageMark(path))).toBe(false);
  next.ledger[Symbol.dispose]();
});

test("a mark of damage on a ledger that is sound is taken away", () => {
  const path = join(folder(), "ralph.db");
  filled(path);
  writeFileSync(damageMark(path), "");
  const { ledger, opened } = open(path);
  ledger[Symbol.dispose]();
  expect(opened.kind).toBe("existing");
  expect(existsSync(damageMark(path))).toBe(false);
});

test("D-3 a newer ledger is refused to writers and readers, and not a byte of it is touched", () => {
  const dir = folder();
  const path = join(dir, "ralph.db");
  filled(path);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  db.close();
  const before = readFileSync(path);
  expect(codeOf(() => open(path))).toBe("newer");
  expect(codeOf(() => readSqliteLedger(path))).toBe("newer");
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dir)).toEqual(["ralph.db"]);
});

test("D-3 a newer version that only the log of a killed program knows of is refused as well", () => {
  const path = join(folder(), "ralph.db");
  filled(path);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${migrations.length + 1}`);
  expect(codeOf(() => open(path))).toBe("newer");
  expect(codeOf(() => readSqliteLedger(path))).toBe("newer");
  db.close();
});

test("a database of another program is left alone", () => {
  const path = join(folder(), "ralph.db");
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
  db.close();
  const before = readFileSync(path);
  expect(codeOf(() => open(path))).toBe("failed");
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("D-3 a ledger that has its name and nothing more, since its making was cut, is filled", () => {
  const path = join(folder(), "ralph.db");
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  db.close();
  const { ledger, opened } = open(path);
  ledger.append(place, [warned("a")], "synced");
  ledger[Symbol.dispose]();
  expect(opened.kind).toBe("existing");
});

test("the mark of the file is that of a ledger", () => {
  const path = join(folder(), "ralph.db");
  filled(path, 1);
  expect(readFileSync(path).readUInt32BE(68)).toBe(applicationId);
});
