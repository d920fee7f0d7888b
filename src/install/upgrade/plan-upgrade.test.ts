import { describe, expect, test } from "vitest";
import type { AssetFile } from "../files/asset-files.ts";
import { digestOf, type InstallRecord, noRecord, readRecord, recordText } from "./install-record.ts";
import { isNewer } from "./is-newer.ts";
import { besides, type MergeTexts, planUpgrade, recordAfter, type OnDisk } from "./plan-upgrade.ts";
import { conflictsText, renewalsText } from "./upgrade-text.ts";

const path = ".claude/skills/ralph-status/SKILL.md";
const older = "one\ntwo\nthree\n";
const newer = "one\n2\nthree\n";
const asset: AssetFile = { path, text: newer, program: "claude", kind: "skill" };
const onRecord = (text: string, more: Partial<InstallRecord> = {}): InstallRecord => ({
  version: "0.0.9",
  programs: ["claude"],
  files: { [path]: digestOf(text) },
  open: {},
  ...more,
});
const file = (text: string, isReadOnly = false): OnDisk => ({ kind: "file", text, isReadOnly });

/** Says what it was asked, and whether both sides changed the text. */
const merge: MergeTexts = ({ mine, base, ours }) =>
  Promise.resolve({ text: `${mine}|${base}|${ours}`, hasConflicts: mine.includes("clash") || base === "" });

const planned = async (found: OnDisk, record = onRecord(older), others: Record<string, OnDisk> = {}) => {
  const [first] = await planUpgrade([asset], {
    record,
    tree: {
      look: (at) => (at === path ? found : (others[at] ?? { kind: "absent" })),
      kept: (digest) => [older, newer].find((text) => digestOf(text) === digest) ?? null,
    },
    merge,
  });
  return first;
};
const settled = onRecord(older, { open: { [path]: digestOf(newer) } });

describe("U-2 what an upgrade does with a file", () => {
  test.each<[string, OnDisk, InstallRecord, object]>([
    ["never installed", { kind: "absent" }, noRecord, { state: "new", text: newer }],
    ["untouched", file(older), onRecord(older), { state: "renewed", text: newer }],
    ["as this version brings it", file(newer), onRecord(older), { state: "same", installed: newer }],
    ["edited", file(`mine\n${older}`), onRecord(older), { state: "merged", text: `mine\n${older}|${older}|${newer}` }],
    ["edited in the same lines", file("clash"), onRecord(older), { state: "conflict", offered: digestOf(newer) }],
    ["edited, and nothing is new", file("mine"), onRecord(newer), { state: "kept" }],
    ["not on record", file(older), noRecord, { state: "conflict", note: expect.stringContaining("not on record") }],
    [
      "deleted by hand",
      { kind: "absent" },
      onRecord(older),
      { state: "kept", note: expect.stringContaining("ralph init") },
    ],
    ["read-only", file(older, true), onRecord(older), { state: "kept", note: expect.stringContaining("read-only") }],
    ["read-only, and right", file(newer, true), onRecord(older), { state: "same" }],
    ["a link", { kind: "link" }, onRecord(older), { state: "kept", note: "a link of yours" }],
    ["a folder", { kind: "other" }, onRecord(older), { state: "kept", note: "no text file" }],
  ])("%s", async (_, found, record, renewal) => {
    expect(await planned(found, record)).toMatchObject({ path, ...renewal });
  });

  test("line ends and byte order mark are the file's own, and make no difference", async () => {
    const crlf = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    expect(await planned(file(crlf(older)))).toMatchObject({ state: "renewed", text: crlf(newer) });
    expect(await planned(file(crlf(newer)))).toMatchObject({ state: "same" });
  });
});

describe("U-2 a conflict", () => {
  test("waits as long as the text with marks stands beside the file", async () => {
    expect(await planned(file("clash"), settled, { [besides(path)]: file("x") })).toMatchObject({ state: "open" });
  });
  test("waits as long as the file itself holds marks", async () => {
    expect(await planned(file("a\n<<<<<<< yours\nb\n"), settled)).toMatchObject({ state: "open" });
  });
  test("is settled by whatever the person made of it", async () => {
    expect(await planned(file("clash"), settled)).toMatchObject({
      state: "same",
      installed: newer,
      note: "settled by you",
    });
  });
  test("of an earlier version is offered anew with the next one", async () => {
    const earlier = onRecord(older, { open: { [path]: digestOf("earlier") } });
    expect(await planned(file("clash"), earlier)).toMatchObject({ state: "conflict" });
  });
});

describe("U-2 files that are no longer brought", () => {
  const gone = async (found: OnDisk) =>
    (await planUpgrade([], { record: onRecord(older), tree: { look: () => found, kept: () => older }, merge }))[0];
  test("are removed where nobody has changed them, and are the person's else", async () => {
    expect(await gone(file(older))).toMatchObject({ state: "retired" });
    expect(await gone(file("mine"))).toMatchObject({ state: "released" });
    expect(await gone({ kind: "absent" })).toMatchObject({ state: "released" });
    expect(await gone({ kind: "link" })).toMatchObject({ state: "released" });
  });
});

describe("U-2 the record", () => {
  const after = (renewals: Parameters<typeof recordAfter>[1], failed: readonly string[] = []) =>
    recordAfter(onRecord(older), renewals, { version: "0.1.0", programs: ["pi"], failed: new Set(failed) });
  const renewed = { state: "renewed", path, note: "", before: older, text: newer, installed: newer } as const;

  test("follows what was written, and not what failed", () => {
    expect(after([renewed])).toEqual({
      version: "0.1.0",
      programs: ["claude", "pi"],
      files: { [path]: digestOf(newer) },
      open: {},
    });
    expect(after([renewed], [path]).files).toEqual({ [path]: digestOf(older) });
  });

  test("keeps the old text as base while a conflict is open, and forgets what is retired", () => {
    const conflict = {
      state: "conflict",
      path,
      note: "",
      before: "",
      text: "",
      offered: digestOf(newer),
      installed: null,
    } as const;
    expect(after([conflict])).toMatchObject({ files: { [path]: digestOf(older) }, open: { [path]: digestOf(newer) } });
    expect(after([{ state: "retired", path, note: "", before: "", installed: null }]).files).toEqual({});
  });

  test("is read back as it was written; what is none is none", () => {
    expect(readRecord(recordText(settled))).toEqual(settled);
    for (const text of [
      "",
      "{}",
      "[]",
      '{"version":1}',
      recordText(onRecord("x")).replace(digestOf("x"), "../../evil"),
    ])
      expect(readRecord(text)).toBeNull();
  });

  test("a digest is the same whatever lines end in", () => expect(digestOf("a\r\nb\r\n")).toBe(digestOf("a\nb\n")));
});

test("U-2 versions are compared by their numbers", () => {
  expect([
    isNewer("0.10.0", "0.9.9"),
    isNewer("0.1.0", "0.1.0"),
    isNewer("1.0", "0.9.9"),
    isNewer("0.1.0-rc", "0.1.0"),
  ]).toEqual([true, false, true, false]);
});

test("U-7 the text says of each file what becomes of it, and of conflicts what to do", async () => {
  const conflict = await planned(file("clash"));
  const told = renewalsText(conflict === undefined ? [] : [conflict]);
  expect(told).toContain(`  ! ${path}  you and this version changed the same lines`);
  expect(conflictsText(conflict === undefined ? [] : [conflict])).toContain(besides(path));
  expect(conflictsText([])).toBe("");
});
