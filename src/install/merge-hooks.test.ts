import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HookGroups, mergeHooks } from "./merge-hooks.ts";

const ours: HookGroups = {
  PreToolUse: [
    {
      matcher: "Bash|Write",
      hooks: [{ type: "command", command: "/opt/node /opt/ralph/bin/ralph.js hook claude PreToolUse", timeout: 30 }],
    },
  ],
  Stop: [{ hooks: [{ type: "command", command: "/opt/node /opt/ralph/bin/ralph.js hook claude Stop", timeout: 60 }] }],
};

const merged = (text: string | null): string => {
  const result = mergeHooks(text, ours);
  if (result.kind !== "merged") throw new Error(result.kind);
  return result.text;
};

const commandsOf = (text: string, event: string): readonly string[] => {
  const value = JSON.parse(text) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
  return (value.hooks[event] ?? []).flatMap(({ hooks }) => hooks.map(({ command }) => command));
};

describe("U-2 hooks go into the settings that a person has", () => {
  test("without a file they make one", () => {
    expect(JSON.parse(merged(null))).toEqual({ hooks: ours });
  });

  test("every byte of what was there stays, in its order and form", () => {
    const before = '{\n\t"model":   "opus",\n\t"permissions": { "allow": ["Bash(ls:*)"] }\n}\n';
    const after = merged(before);
    expect(
      after.startsWith(
        '{\n\t"model":   "opus",\n\t"permissions": { "allow": ["Bash(ls:*)"] },\n\t"hooks": {\n\t\t"PreToolUse": [',
      ),
    ).toBe(true);
    expect(after.endsWith("\n\t}\n}\n")).toBe(true);
    expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), hooks: ours });
  });

  test("a person's hooks for the same event stay before ours", () => {
    const before =
      '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "say done" }] }\n    ]\n  }\n}\n';
    expect(commandsOf(merged(before), "Stop")).toEqual([
      "say done",
      "/opt/node /opt/ralph/bin/ralph.js hook claude Stop",
    ]);
  });

  test("a second time changes nothing", () => {
    for (const before of [null, "{}", '{"a":1}', '{\r\n  "a": 1\r\n}\r\n', '{\n  "hooks": {},\n  "b": []\n}'])
      expect(mergeHooks(merged(before), ours)).toEqual({ kind: "same" });
  });

  test("a hook of an earlier installation gets the new path, once", () => {
    const before = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "'/old/bin/ralph.js' hook claude Stop" }] }] },
    });
    expect(commandsOf(merged(before), "Stop")).toEqual(["/opt/node /opt/ralph/bin/ralph.js hook claude Stop"]);
  });

  test("CRLF and a byte order mark are kept", () => {
    const after = merged('\uFEFF{\r\n  "a": 1\r\n}\r\n');
    expect(after.startsWith("\uFEFF{\r\n")).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("what can't be read, or has another form, is left alone and said", () => {
    expect(mergeHooks("{ // a comment\n}", ours)).toMatchObject({ kind: "refused" });
    expect(mergeHooks("[]", ours)).toMatchObject({ kind: "refused" });
    expect(mergeHooks('{"hooks": []}', ours)).toMatchObject({ kind: "refused" });
    expect(mergeHooks('{"hooks": {"Stop": {}}}', ours)).toMatchObject({ kind: "refused" });
  });

  test("whatever else a settings file holds stays as it was", () => {
    const settings = fc.dictionary(
      fc.string().filter((key) => key !== "hooks" && key !== "__proto__"),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 1, 2, 4, "\t"), (value, step) => {
        const before = JSON.stringify(value, null, step);
        const after = merged(before);
        expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), hooks: ours });
        expect(mergeHooks(after, ours)).toEqual({ kind: "same" });
      }),
    );
  });
});
