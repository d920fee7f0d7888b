import type { Splice } from "../splice.ts";
import type { PlanItem } from "./plan.ts";

/**
 * The edit that writes a person's answer below an item, as the last of what is nested under it; none where these very words stand
 * there already.
 */
export function answerSplices(text: string, { at }: PlanItem, words: string): readonly Splice[] {
  const said = `- answer: ${words.replaceAll(/\s+/g, " ").trim()}`;
  const lines = text.slice(at.start, at.end).split(/\r?\n/);
  if (lines.some((line) => line.trim() === said)) return [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text.slice(at.start, at.box);
  const indent = " ".repeat(/^\s*(?:[-*+]|\d+[.)])\s+/.exec(before)?.[0].length ?? 2);
  const open = /[\r\n]$/.test(text.slice(0, at.end)) ? "" : eol;
  return [{ start: at.end, end: at.end, text: `${open}${indent}${said}${open === "" ? eol : ""}` }];
}
