import { ledgerContract } from "../../testing/ledger-contract.ts";
import { MemoryLedger } from "./memory-ledger.ts";

ledgerContract("the ledger in memory", () => new MemoryLedger());
