import { describe, expect, test } from "vitest";
import { excludeFile, type HooksTree, planHooks, type ProgramHooks } from "./plan-hooks.ts";

const groups: ProgramHooks = {
  kind: "groups",
  file: ".claude/settings.local.json",
  groups: {
    Stop: [{ hooks: [{ type: "command", command: "/usr/bin/node /opt/ralph.js hook claude Stop --in-run" }] }],
  },
};
const own: ProgramHooks = { kind: "own", file: ".github/hooks/ralph.json", text: "ralph's own\n" };
const treeOf = (files: Record<string, string>, more: Partial<HooksTree> = {}): HooksTree => ({
  read: (path) => files[path] ?? null,
  isIgnored: () => false,
  isTracked: () => false,
  ...more,
});
const states = (tree: HooksTree) => planHooks([groups, own], tree).map(({ path, state }) => `${state} ${path}`);

describe("U-2 hooks hold paths of one machine", () => {
  test("so their files are made, and kept out of git", () => {
    const placements = planHooks([groups, own], treeOf({}));
    expect(placements.map(({ path, state }) => `${state} ${path}`)).toEqual([
      `new ${groups.file}`,
      `new ${own.file}`,
      `changed ${excludeFile}`,
    ]);
    expect(placements.at(-1)?.text).toBe(`${groups.file}\n${own.file}`);
    expect(placements.every(({ isLocal }) => isLocal)).toBe(true);
  });

  test("what git ignores already is not told to it again", () => {
    expect(states(treeOf({}, { isIgnored: () => true }))).toEqual([`new ${groups.file}`, `new ${own.file}`]);
  });

  test("a file that others share gets none", () => {
    const shared = treeOf({ [groups.file]: "{}" }, { isTracked: () => true, isIgnored: () => true });
    expect(planHooks([groups], shared)).toMatchObject([{ state: "kept", note: expect.stringContaining("shared") }]);
  });

  test("another installation's are renewed, somebody else's file stays", () => {
    const before = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "/old/node /old/ralph.js hook claude Stop --in-run" }] }] },
    });
    const [merged, mine] = planHooks(
      [groups, own],
      treeOf({ [groups.file]: before, [own.file]: "mine, about ralph" }, { isIgnored: () => true }),
    );
    expect(merged?.text).toBe(before.replace("/old/node /old/ralph.js", "/usr/bin/node /opt/ralph.js"));
    expect(mine).toMatchObject({ state: "kept" });
    expect(
      planHooks([own], treeOf({ [own.file]: "node ralph.js hook copilot, older" }, { isIgnored: () => true })),
    ).toMatchObject([{ state: "changed", text: "ralph's own\n" }]);
  });
});
