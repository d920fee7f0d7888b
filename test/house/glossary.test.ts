import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Module, readModules, root } from "../architecture/modules.ts";

/** One line of the glossary. */
interface Term {
  readonly word: string;
  readonly meaning: string;
  readonly rivals: readonly string[];
}

const terms: readonly Term[] = readFileSync(join(root, "GLOSSARY.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && cells[1] !== "word" && !/^-+$/u.test(cells[1] ?? ""))
  .map(([, word = "", meaning = "", rivals = ""]) => ({
    word,
    meaning,
    rivals: rivals.split(",").map((rival) => rival.trim()),
  }));

/** Where a rival stands for something else, or for a name that others rely on: each with its reason. */
const exceptions: readonly { readonly rival: string; readonly where: RegExp; readonly why: string }[] = [
  { rival: "defer", where: /DEFERRED|deferred/u, why: "a state of a task and of tests, fixed by the status contract" },
  { rival: "milestone", where: /milestone/iu, why: "what trackers call it, and the status contract with them" },
  { rival: "assertion", where: /oxlint-disable/u, why: "the name of a lint rule" },
  { rival: "assertion", where: /tests\/jest-json\.ts/u, why: "what Jest calls a test in its report" },
  { rival: "invocation", where: /tests\/jest-json\.ts/u, why: "what Jest calls a try in its report" },
  { rival: "action", where: /tests\/go-json\.ts/u, why: "a key of the events of go test" },
  { rival: "action", where: /texts\/binds-nothing\.ts/u, why: "what GitHub calls the checks that a commit can skip" },
];

/** Agents' own words are looked for there; they are no names of ours. */
const listens = "src/core/completion/";

const rooms = ["src/core/", "src/loop/", "src/ports/"];
const modules = readModules().filter(
  ({ path, kind }) => kind === "product" && rooms.some((room) => path.startsWith(room)) && !path.startsWith(listens),
);

describe("GLOSSARY.md", () => {
  test("defines each word once, with its meaning and its rivals", () => {
    expect(terms.length).toBeGreaterThan(40);
    const words = terms.map(({ word }) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(terms.filter(({ meaning, rivals }) => meaning === "" || rivals.includes(""))).toEqual([]);
  });

  test("no rival is a word of its own", () => {
    const words = new Set(terms.map(({ word }) => word));
    expect(terms.flatMap(({ rivals }) => rivals).filter((rival) => words.has(rival))).toEqual([]);
  });

  test.each(terms)("$word is not called by another name", ({ rivals }) => {
    expect(modules.length).toBeGreaterThan(80);
    expect(rivals.flatMap((rival) => modules.flatMap((module) => usesOf(rival, module)))).toEqual([]);
  });
});

/** Lines that use a word, whole or as part of a name in camel, snake or kebab case, in any of its forms. */
function usesOf(rival: string, { path, text }: Module): readonly string[] {
  const stem = rival.replaceAll(" ", "[ -]?");
  const form = new RegExp(
    String.raw`(?<![a-z])${stem}(?:s|es|ed|d|ing|${rival.at(-1)}ed|${rival.at(-1)}ing)?(?![a-z])`,
    "iu",
  );
  const excused = exceptions.filter((exception) => exception.rival === rival);
  return text.split("\n").flatMap((line, index) => {
    const spread = line.replaceAll(/([a-z])([A-Z])/gu, "$1 $2");
    const isUse = form.test(line) || form.test(spread);
    return isUse && !excused.some(({ where }) => where.test(line) || where.test(path))
      ? [`${path}:${index + 1}: ${line.trim()}`]
      : [];
  });
}
