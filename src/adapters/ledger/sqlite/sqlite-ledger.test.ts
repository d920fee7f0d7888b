import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ledgerContract } from "../../../testing/ledger-contract.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";

const fresh = () => join(mkdtempSync(join(tmpdir(), "ledger-")), ".ralph", "ralph.db");

ledgerContract("the ledger in SQLite", () => openSqliteLedger(fresh(), { now: Date.now }).ledger);
