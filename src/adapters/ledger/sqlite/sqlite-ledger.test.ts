import { join } from "node:path";
import { ledgerContract } from "../../../testing/ledger-contract.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fresh = () => join(tempFolder("ledger"), ".ralph", "ralph.db");

ledgerContract("the ledger in SQLite", () => openSqliteLedger(fresh(), { now: Date.now }).ledger);
