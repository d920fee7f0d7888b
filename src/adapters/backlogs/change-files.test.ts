import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { changeFiles, finishPending, isPending } from "./change-files.ts";
import { leadsOut } from "./leads-out.ts";
import type { StateFile } from "./text-file.ts";

const home = mkdtempSync(join(tmpdir(), "change-files-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

const opened = (files: Readonly<Record<string, string>>) => {
  const root = join(home, `${roots++}`);
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return {
    root,
    at: (name: string): StateFile => ({ path: join(root, name), name }),
    read: (name: string): string => readFileSync(join(root, name), "utf8"),
  };
};

describe("several files as one step", () => {
  test("all are written, and nothing is left beside them", async () => {
    const { root, at, read } = opened({ "a.md": "1", "b.md": "1" });
    await changeFiles(at("a.md"), async () => [
      { file: at("b.md"), before: "1", after: "2" },
      { file: at("new/c.md"), before: null, after: "2" },
      { file: at("a.md"), before: "1", after: "2" },
    ]);
    expect([read("a.md"), read("b.md"), read("new/c.md")]).toEqual(["2", "2", "2"]);
    expect(readdirSync(root).toSorted()).toEqual(["a.md", "b.md", "new"]);
  });
  test("where one can't be written those before it are as they were", async () => {
    const { root, at, read } = opened({ "a.md": "1", "b.md": "1" });
    const changes = [
      { file: at("b.md"), before: "1", after: "2" },
      { file: at("b.md/c.md"), before: null, after: "2" },
    ];
    await expect(changeFiles(at("a.md"), async () => changes)).rejects.toMatchObject({ code: "unwritable" });
    expect([read("b.md"), readdirSync(root).toSorted()]).toEqual(["1", ["a.md", "b.md"]]);
  });
  test("a file that was changed meanwhile is read again, and a writer that never rests is told", async () => {
    const { at, read } = opened({ "a.md": "1" });
    let asked = 0;
    await changeFiles(at("a.md"), async () => {
      const before = read("a.md");
      if (++asked === 1) writeFileSync(at("a.md").path, "other");
      return [{ file: at("a.md"), before, after: `${before}!` }];
    });
    expect(read("a.md")).toBe("other!");
    const restless = async () => [{ file: at("a.md"), before: "never", after: "x" }];
    await expect(changeFiles(at("a.md"), restless)).rejects.toMatchObject({ code: "changed-meanwhile" });
  });
  test("a call that was given up writes nothing", async () => {
    const { at, read } = opened({ "a.md": "1" });
    const given = changeFiles(
      at("a.md"),
      async () => [{ file: at("a.md"), before: "1", after: "2" }],
      AbortSignal.abort(),
    );
    await expect(given).rejects.toThrow();
    expect(read("a.md")).toBe("1");
  });
});

describe("what a killed writer has left", () => {
  const note = (...files: readonly { name: string; before: string | null; after: string }[]): string =>
    JSON.stringify({ files });
  test("is finished; a file that somebody has changed since stays", async () => {
    const { root, at, read } = opened({ "a.md": "2", "b.md": "1", "c.md": "mine" });
    writeFileSync(
      join(root, ".a.md.pending"),
      note(
        { name: "a.md", before: "1", after: "2" },
        { name: "b.md", before: "1", after: "2" },
        { name: "c.md", before: "1", after: "2" },
      ),
    );
    expect(isPending(at("a.md"))).toBe(true);
    await finishPending(at("a.md"));
    expect([read("a.md"), read("b.md"), read("c.md"), isPending(at("a.md"))]).toEqual(["2", "2", "mine", false]);
  });
  test("G-10 can't be used to write what steers programs, or outside", async () => {
    const { root, at } = opened({ "a.md": "1" });
    symlinkSync(home, join(root, "out"));
    const names = [
      ".ralphrc",
      ".git/hooks/pre-commit",
      ".github/x.yml",
      "run.sh",
      "../up.md",
      "out/up.md",
      "/tmp/up-and-away.md",
    ];
    writeFileSync(join(root, ".a.md.pending"), note(...names.map((name) => ({ name, before: null, after: "evil" }))));
    await finishPending(at("a.md"));
    expect(names.map((name) => existsSync(join(root, name)))).toEqual(names.map(() => false));
    expect(existsSync(join(home, "up.md"))).toBe(false);
  });
});

test("G-10 names that leave the repository are told, by their form and by links on their way", () => {
  const { root } = opened({ "a.md": "1" });
  mkdirSync(join(root, "in"));
  symlinkSync("in", join(root, "inner"));
  symlinkSync(home, join(root, "out"));
  symlinkSync(join(home, "none.md"), join(root, "dangling.md"));
  symlinkSync("/etc/hostname", join(root, "link.md"));
  const inside = ["a.md", "in/b.md", "inner/b.md", "none/c.md"];
  const outside = ["", "/etc/hostname", "../a.md", "in/../../a.md", "out/a.md", "link.md", "C:\\a.md", "a\0.md"];
  expect(inside.filter((name) => leadsOut(root, name))).toEqual([]);
  expect(outside.filter((name) => !leadsOut(root, name))).toEqual([]);
});
