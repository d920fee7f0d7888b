import { describe, expect, test } from "vitest";
import { exportsOf, readModules } from "./modules.ts";

const modules = readModules();
const product = modules.filter(({ kind }) => kind === "product");

describe("files and names", () => {
  test("nothing is exported by default", () => {
    expect(modules.filter(({ text }) => /^export default\b/mu.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("there are no barrels", () => {
    expect(
      modules
        .filter(({ path, text }) => path.endsWith("/index.ts") || /^export \* from/mu.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test("no folder is a drawer for everything", () => {
    const drawers = /\/(utils?|helpers?|common|shared|misc|lib|core-utils)\//u;
    expect(modules.filter(({ path }) => drawers.test(path)).map(({ path }) => path)).toEqual([]);
  });

  test("a file with one exported function or class is named after something that it exports", () => {
    const single = product.flatMap((module) => {
      const exported = exportsOf(module);
      const callable = exported.filter(({ what }) => what === "function" || what === "class");
      const isTable = exported.length > 3;
      return callable.length !== 1 || isTable || isCommand(module.path)
        ? []
        : [{ path: module.path, names: exported.map(({ name }) => name) }];
    });
    expect(single.length).toBeGreaterThan(100);
    const strangers = single.filter(({ path, names }) => {
      const words = wordsOf(path.split("/").at(-1)?.replace(/\.ts$/u, "") ?? "");
      return !names.some((name) => wordsOf(name).some((word) => words.includes(word)));
    });
    expect(strangers.map(({ path, names }) => `${path}: ${names.join(", ")}`)).toEqual([]);
  });

  test("the program imports its modules with their ending", () => {
    const bare = modules.flatMap(({ path, imports }) =>
      imports.filter(({ to, isPackage }) => !isPackage && !/\.(ts|json)$/u.test(to)).map(({ to }) => `${path}: ${to}`),
    );
    expect(bare).toEqual([]);
  });
});

describe("sentences over exports", () => {
  test("every export says what it means", () => {
    const exported = product.flatMap((module) =>
      exportsOf(module).map((each) => ({ ...each, path: module.path, text: module.text })),
    );
    expect(exported.length).toBeGreaterThan(500);
    const silent = exported.filter(
      ({ name, what, isDocumented, text }) => !isDocumented && !(what === "type" && isDerived(name, text)),
    );
    expect(silent.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});

/** A command's file exports `define`, by the contract of the command table. */
const isCommand = (path: string): boolean => path.startsWith("src/app/commands/");

/** A type that is read off a value or a schema: what the value says holds for it. */
const isDerived = (name: string, text: string): boolean =>
  new RegExp(`^export type ${name}\\b[^;]*(typeof|z\\.infer|FactOf<|\\[number\\]|\\[")`, "mu").test(text);

/** The words of a name in kebab or camel case, by their first five letters: `settlePlan` and `settle` are alike. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/gu, "$1-$2")
    .toLowerCase()
    .split("-")
    .map((word) => word.slice(0, 4));
