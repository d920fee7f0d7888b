import { BlockScanner } from "./block-scanner.ts";
import type { Scan } from "./scanned.ts";

/**
 * Finds the checkbox items of a CommonMark text in one pass, by lines and offsets: the block rules (lists, quotes, code,
 * HTML, headings, lazy lines) without a tree. LF, CRLF and a lone CR end a line. A BOM is skipped.
 */
export function scanPlan(text: string): Scan {
  return new BlockScanner(text).run();
}
