import { openJsonFile, type JsonBacklog } from "../json-file/open-json-file.ts";
import type { StateFile } from "../text-file.ts";
import { prdFormat } from "./prd-format.ts";

/** Where people keep it, the first place to look in first. */
export const prdFiles = ["prd.json", "scripts/ralph/prd.json"] as const;

/** `prd.json` as a backlog: its user stories by priority, 1 first; `passes` says which are done. */
export const openPrdJson = (file: StateFile): JsonBacklog => openJsonFile(file, prdFormat);
