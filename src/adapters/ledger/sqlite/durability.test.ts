import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { LedgerError } from "../../../ports/ledger.ts";
import { warned } from "../../../testing/sample-facts.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { readSqliteLedger } from "./read-sqlite-ledger.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fixture = (name: string) => join(import.meta.dirname, "fixtures", name);
const fresh = () => join(tempFolder("ledger"), "ralph.db");
const place = { run: "r1", iteration: 1, at: 1 };

const appendUntilKilled = (path: string, durability: string): ChildProcess =>
  spawn(process.execPath, ["--no-warnings", fixture("append-until-killed.ts"), path, durability], {
    stdio: ["ignore", "pipe", "inherit"],
  });

// Reads what the child said was kept, kills it after `lines` of that, and gives the last it said.
async function killAfter(child: ChildProcess, lines: number): Promise<number> {
  if (child.stdout === null) throw new Error("The child has no output.");
  let said = 0;
  let last = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    said += 1;
    if (said === lines) child.kill("SIGKILL");
  }
  return last;
}

test.each(["buffered", "synced"])(
  "D-4 what was said to be kept (%s) survives kill -9, and no append is half there",
  async (durability) => {
    for (const lines of [1, 150]) {
      const path = fresh();
      const acknowledged = await killAfter(appendUntilKilled(path, durability), lines);
      expect(acknowledged).toBeGreaterThan(0);
      const { ledger, opened } = openSqliteLedger(path, { now: Date.now });
      const kept = [...ledger.factsOf("r1")];
      expect(opened.kind).toBe("existing");
      expect(kept.length).toBeGreaterThanOrEqual(acknowledged);
      expect(kept.length % 3).toBe(0);
      expect(kept.map((entry) => entry.seq)).toEqual(kept.map((_, index) => index + 1));
      ledger[Symbol.dispose]();
    }
  },
);

test("a reader sees whole appends, more of them each time, while another process writes", async () => {
  const path = fresh();
  const child = appendUntilKilled(path, "buffered");
  if (child.stdout === null) throw new Error("The child has no output.");
  await once(child.stdout, "data");
  using reader = readSqliteLedger(path);
  const seen: number[] = [];
  for (let look = 0; look < 5; look += 1) {
    seen.push([...reader.factsOf("r1")].length);
    await once(child.stdout, "data");
  }
  child.kill("SIGKILL");
  await once(child, "close");
  expect(seen.filter((count) => count % 3 !== 0)).toEqual([]);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? Infinity);
});

test("D-4 a full database refuses the whole append as full, keeps what it had, and goes on once there is room", () => {
  const path = fresh();
  openSqliteLedger(path, { now: Date.now }).ledger[Symbol.dispose]();
  const db = new DatabaseSync(path);
  const pages = Number(db.prepare("PRAGMA page_count").get()?.["page_count"]);
  db.exec(`PRAGMA max_page_count = ${pages + 2}`);
  using ledger = new SqliteLedger(db, path);
  ledger.append(place, [warned("small")], "synced");
  const tooMuch = [warned("first"), warned("x".repeat(50_000))];
  expect(() => ledger.append(place, tooMuch, "synced")).toThrow(
    expect.objectContaining({ name: "LedgerError", code: "full" }),
  );
  expect([...ledger.factsOf("r1")]).toHaveLength(1);
  db.exec("PRAGMA max_page_count = 100000");
  ledger.append(place, tooMuch, "synced");
  expect([...ledger.factsOf("r1")]).toHaveLength(3);
});

// A small disk of one's own needs a name space of one's own; where that is not allowed the test above stands alone.
const ownDisk = (script: string, folder: string, ...args: string[]) =>
  spawnSync("unshare", ["-rm", "sh", "-c", script, "sh", folder, ...args], { encoding: "utf8" });
const smallDisk = 'mount -t tmpfs -o size=800k none "$1" && shift && exec "$@"';
const canMount = ownDisk(smallDisk, tempFolder("disk"), "true").status === 0;

test.skipIf(!canMount)(
  "D-4 on a disk that is really full nothing is half-written, and work goes on when there is room",
  () => {
    const disk = tempFolder("disk");
    const command = [process.execPath, "--no-warnings", fixture("append-until-full.ts"), disk];
    const { stdout, stderr } = ownDisk(smallDisk, disk, ...command);
    expect(stderr).toBe("");
    const { code, appends, whenFull, afterwards } = JSON.parse(stdout);
    expect({ code, whenFull, afterwards }).toEqual({
      code: "full",
      whenFull: appends * 2,
      afterwards: appends * 2 + 2,
    });
  },
);

const readOnlyDisk = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"';
const openBoth = `
  const { openSqliteLedger } = await import(process.argv[1] + "/open-sqlite-ledger.ts");
  const { readSqliteLedger } = await import(process.argv[1] + "/read-sqlite-ledger.ts");
  let code = "none";
  try { openSqliteLedger(process.argv[2], { now: Date.now }) } catch (error) { code = error.code }
  process.stdout.write(code + " " + [...readSqliteLedger(process.argv[2]).factsOf("r1")].length);
`;

test.skipIf(!canMount)(
  "V043 a ledger on a read-only disk is told to writers as read-only, and readers still read it",
  () => {
    const path = fresh();
    {
      using ledger = openSqliteLedger(path, { now: Date.now }).ledger;
      ledger.append(place, [warned("a"), warned("b")], "synced");
    }
    const command = [
      process.execPath,
      "--no-warnings",
      "--input-type=module",
      "-e",
      openBoth,
      import.meta.dirname,
      path,
    ];
    const { stdout, stderr } = ownDisk(readOnlyDisk, join(path, ".."), ...command);
    expect(stderr).toBe("");
    expect(stdout).toBe("read-only 2");
  },
);

test("two that open the same new ledger at once both get it", async () => {
  const path = fresh();
  const children = [appendUntilKilled(path, "buffered"), appendUntilKilled(path, "buffered")];
  const acknowledged = await Promise.all(children.map((child) => killAfter(child, 20)));
  using reader = readSqliteLedger(path);
  expect([...reader.factsOf("r1")].length).toBeGreaterThanOrEqual(Math.max(...acknowledged));
});

test("a ledger that another process holds is told as locked", () => {
  const path = fresh();
  using ledger = openSqliteLedger(path, { now: Date.now }).ledger;
  const other = new DatabaseSync(path);
  other.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE");
  using impatient = new SqliteLedger(new DatabaseSync(path), path);
  expect(() => impatient.append(place, [warned("a")], "buffered")).toThrow(expect.any(LedgerError));
  expect(() => impatient.append(place, [warned("a")], "buffered")).toThrow(/held by another process/);
  other.close();
  expect(ledger.append(place, [warned("a")], "buffered")).toHaveLength(1);
});
