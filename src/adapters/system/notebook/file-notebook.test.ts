import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileNotebook } from "./file-notebook.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "notebook-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const read = (name: string): string => readFileSync(join(root, name), "utf8");

test("P-27 an entry of progress stands at the end, once, however often it is written", async () => {
  writeFileSync(join(root, "progress.md"), "# Ours\r\n\r\nold\r\n");
  const note = { heading: "## M1-1: a thing (r/1)", lines: ["the least", "1 round."] };
  await fileNotebook(root).progress(note);
  await fileNotebook(root).progress(note);
  expect(read("progress.md")).toBe("# Ours\r\n\r\nold\r\n\r\n## M1-1: a thing (r/1)\r\n\r\nthe least\r\n1 round.\r\n");
});

test("P-30 knowledge goes to its area, to critical what crosses modules, and the index names them all", async () => {
  const notebook = fileNotebook(root);
  const money = { area: "Money ", text: "whole\ncents", critical: false };
  await notebook.learn([money, { area: null, text: "slow tests", critical: false }]);
  await notebook.learn([
    money,
    { area: "money", text: "round once", critical: false },
    { area: "db", text: "locks", critical: true },
  ]);
  expect(read("knowledge/money.md")).toBe("# Money\n\n- whole cents\n- round once\n");
  expect(read("knowledge/general.md")).toContain("- slow tests");
  expect(read("knowledge/critical.md")).toContain("- locks");
  expect(read("knowledge/index.md")).toBe(
    "# Knowledge\n\n- [general](general.md)\n- [money](money.md)\n- [critical](critical.md)\n",
  );
});

test("P-30 an area is never a way out of its folder, nor the index itself", async () => {
  await fileNotebook(root).learn([
    { area: "../../etc", text: "a", critical: false },
    { area: "index", text: "b", critical: false },
  ]);
  expect(read("knowledge/etc.md")).toContain("- a");
  expect(read("knowledge/general.md")).toContain("- b");
});

test("P-23 paths that the critical knowledge names are told; addresses and plain words are none", () => {
  mkdirSync(join(root, "knowledge"));
  writeFileSync(
    join(root, "knowledge", "critical.md"),
    "- never touch `src/lock.js` or db/migrations/ by hand; see https://example.org/a/b and `npm`\n",
  );
  expect(fileNotebook(root).criticalPaths()).toEqual(["src/lock.js", "db/migrations/"]);
  expect(fileNotebook(join(root, "none")).criticalPaths()).toEqual([]);
});
