import { openJsonFile, type JsonBacklog } from "../json-file/open-json-file.ts";
import type { StateFile } from "../text-file.ts";
import { prdFormat } from "./prd-format.ts";

/** `prd.json` as a backlog: its user stories by priority, 1 first; `passes` says which are done (B-51, B-53). */
export const openPrdJson = (file: StateFile): JsonBacklog => openJsonFile(file, prdFormat);
