import * as fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { boxAt } from "./box.ts";
import { frontMatterOf } from "./front-matter.ts";
import { scanPlan } from "./scan.ts";

interface Seen {
  readonly line: number;
  readonly mark: string;
  readonly parentLine: number;
  readonly section: string | null;
}

const parser = new MarkdownIt({ html: true }).disable(["table", "reference"]);
parser.core.ruler.disable(["inline", "linkify", "replacements", "smartquotes", "text_join"], true);

/* The oracle: the same answer read from the tokens of a full CommonMark parser. */
function seenByParser(source: string): Seen[] {
  const bom = source.startsWith("\uFEFF") ? 1 : 0;
  const front = frontMatterOf(source, bom);
  const tokens = parser.parse(source.slice(Math.max(front.end, bom)), {});
  const seen: Seen[] = [];
  const open: (number | null)[] = [];
  let quotes = 0;
  let section: string | null = null;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "blockquote_open") quotes++;
    if (token.type === "blockquote_close") quotes--;
    if (token.type === "heading_open" && token.level === 0)
      section = (tokens[i + 1]?.content ?? "").replaceAll(/\s+/g, " ");
    if (token.type === "list_item_close") open.pop();
    if (token.type !== "list_item_open") continue;
    const [paragraph, inline] = [tokens[i + 1], tokens[i + 2]];
    const content =
      paragraph?.type === "paragraph_open" && paragraph.map?.[0] === token.map?.[0] ? (inline?.content ?? "") : "";
    const first = content.split("\n")[0] ?? "";
    const box = quotes > 0 ? null : boxAt(first, 0, first.length);
    const line = (token.map?.[0] ?? 0) + front.lines + 1;
    if (box !== null) seen.push({ line, mark: box.mark, parentLine: open.findLast((at) => at !== null) ?? 0, section });
    open.push(box === null ? null : line);
  }
  return seen;
}

function seenByScanner(source: string): Seen[] {
  const { items, headings } = scanPlan(source);
  return items.map((item) => ({
    line: item.line,
    mark: item.mark,
    parentLine: items[item.parent]?.line ?? 0,
    section: headings[item.section]?.text.replaceAll(/\s+/g, " ") ?? null,
  }));
}

const pieces = [
  "- [ ] ",
  "* [x] ",
  "+ [X] ",
  "1. [ ] ",
  "2) [~] ",
  "- ",
  "1. ",
  "7. ",
  "> ",
  ">",
  "    ",
  "  ",
  " ",
  "\t",
  "```",
  "~~~",
  "# ",
  "## ",
  "### ",
  "<!--",
  "-->",
  "<div>",
  "</div>",
  "<b>",
  "text",
  "a",
  "[ ] ",
  "---",
  "===",
  "***",
  "- [?] ",
  "`x`",
  "[x]",
  "漢🚀",
  "-",
];
const anyLine = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(""));
const anyPlan = fc
  .array(fc.tuple(anyLine, fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\n\n")), { maxLength: 14 })
  .map((lines) => lines.map(([line, end]) => line + end).join(""));
const likelyLine = fc
  .tuple(
    fc.constantFrom("", "", "  ", "    ", "      ", "\t", "   "),
    fc.constantFrom(
      "- [ ] a",
      "- [x] b",
      "1. [ ] c",
      "2. [ ] d",
      "- e",
      "text",
      "",
      "",
      "## s",
      "> q",
      "```",
      "-     [ ] code",
      "-\t[ ] tab",
      "1)",
      "-",
    ),
  )
  .map((parts) => parts.join(""));
const likelyPlan = fc.array(likelyLine, { maxLength: 16 }).map((lines) => lines.join("\n"));

/*
 * Where the parser departs from CommonMark: a line with four or more columns before it, right below a filled line of a
 * shifted item or a quote, is a lazy line there whatever it looks like; the parser takes it as a block of its own.
 */
const shifted = /(?:^|[\r\n]) {1,3}(?:[-*+]|\d+[.)])|>/;
const indentedStart = /\S[^\r\n]*(?:\r\n|\r|\n)(?: {4}| {0,3}\t)[ \t]*[-*+#>`~<=_\d]/;
const agree = (text: string): void => {
  fc.pre(!(shifted.test(text) && indentedStart.test(text)));
  expect(seenByScanner(text)).toEqual(seenByParser(text));
};
const runs = Number(process.env["FUZZ_RUNS"] ?? 3_000);

const corpus = [
  "# Plan\n\n## One\n\n- [ ] **AA-1** dash\n* [ ] **AA-2** star\n+ [ ] plus\n\n1. [ ] number\n\n```markdown\n- [ ] fence\n```\n\n<!--\n- [ ] comment\n-->\n\n> - [ ] quote\n",
  "- [ ] a\n\n  more\n\n      code\n\n  - [x] nested\n\n    1. [ ] deep\n- [ ] b\n",
  "- a\n  - [ ] under a plain item\n    - [ ] deep\n1) [ ] one\n2) [ ] two\n7. [ ] other list\n",
  "text\n- [ ] ends a paragraph\ntext\n2. [ ] does not\n\n- [ ] lazy\nline\n    - [ ] lazy too\n",
  "Title\n=====\n\n- [ ] a\n\nSub\n---\n\n- [ ] b\n  ---\n- [ ] c\n---\n- [ ] d\n",
  "<details>\n<summary>x</summary>\n\n- [ ] a\n\n</details>\n\n<b>inline</b>\n- [ ] b\n",
  "-\n  [ ] below\n-\n\n  [ ] apart\n- - [ ] twice\n-     [ ] code\n-\t[ ] tab\n\t- [ ] child\n",
  "> text\n- [ ] after a quote\n> - x\n  - [ ] lazy?\n\n~~~ `\n- [ ] in\n~~~~\n- [ ] out\n``` a`b\n- [ ] no fence\n",
  "---\nkey: x\n---\n- [ ] a\n",
  "---\n- [ ] a\n---\n",
  "\uFEFF- [ ] a\r- [x] b\r\n\r\n## S\r- [X] c",
  "- [ ] never closed\n```\n- [ ] in\n",
  "",
];

describe("B-10 the scanner finds what a CommonMark parser finds", () => {
  test.each(corpus)("in %j", (text) => {
    expect(seenByScanner(text)).toEqual(seenByParser(text));
  });
  test("in any text", () => {
    fc.assert(fc.property(anyPlan, agree), { numRuns: runs });
  });
  test("in texts like plans", () => {
    fc.assert(fc.property(likelyPlan, agree), { numRuns: runs });
  });
});
