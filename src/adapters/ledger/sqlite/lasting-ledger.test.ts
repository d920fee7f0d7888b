import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { warned } from "../../../testing/sample-facts.ts";
import { lastingLedger } from "./lasting-ledger.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { readSqliteLedger } from "./read-sqlite-ledger.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const now = () => 1;
const place = { run: "r1", iteration: 1, at: 1 };

function lost(how: (path: string) => void): readonly number[] {
  const path = join(tempFolder("ledger"), ".ralph", "ralph.db");
  {
    using ledger = lastingLedger(openSqliteLedger(path, { now }).ledger, { now });
    ledger.append(place, [warned("a"), warned("b")], "synced");
    how(path);
    ledger.append(place, [warned("c")], "buffered");
    ledger.append(place, [warned("c")], "synced");
    expect([...ledger.factsOf("r1")]).toHaveLength(4);
  }
  using reader = readSqliteLedger(path);
  return [...reader.entries()].map((entry) => entry.seq);
}

test.each<[string, (path: string) => void]>([
  ["the file is deleted", (path) => rmSync(path)],
  ["the file is deleted with its logs", (path) => ["", "-wal", "-shm"].forEach((part) => rmSync(path + part))],
  ["the whole folder is deleted", (path) => rmSync(dirname(path), { recursive: true })],
])("L-29 nothing of the history is lost when %s during a run", (_, how) => {
  expect(lost(how)).toEqual([1, 2, 3, 4]);
});

test("what was put in the ledger's place is moved aside, never written through", () => {
  const other = (path: string) => {
    rmSync(path);
    writeFileSync(path, "somebody else's");
  };
  let folder = "";
  expect(
    lost((path) => {
      folder = dirname(path);
      other(path);
    }),
  ).toEqual([1, 2, 3, 4]);
  expect(readdirSync(folder).some((name) => name.includes(".corrupt-"))).toBe(true);
  expect(existsSync(join(folder, "ralph.db.again"))).toBe(false);
});
