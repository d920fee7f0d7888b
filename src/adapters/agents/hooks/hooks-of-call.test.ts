import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { hookDialects } from "./hook-dialects.ts";
import { hooksOfCall } from "./hooks-of-call.ts";
import { projectHooks } from "./project-hooks.ts";

const assets = join(import.meta.dirname, "..", "..", "..", "..", "assets");
const hook = ["/opt/with space/node", "/opt/it's/ralph.js", "hook"];
const request = { hook, scratch: "/r/.ralph/logs/run/.1.implementer", assets };
const word = String.raw`'/opt/with space/node' '/opt/it'\''s/ralph.js' hook`;

test("A-8a each program gets its hooks with the call, by the absolute path, whatever is installed", () => {
  const qwen = hooksOfCall("qwen", request);
  expect(qwen.env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"]).toBe(qwen.files[0]?.path);
  expect(JSON.parse(qwen.files[0]?.text ?? "")).toMatchObject({
    hooks: { PreToolUse: [{ hooks: [{ command: `${word} qwen PreToolUse`, timeout: 30_000 }] }] },
  });
  const copilot = hooksOfCall("copilot", request);
  expect(copilot.args).toEqual(["--plugin-dir", `${request.scratch}.plugin`]);
  expect(copilot.files.map(({ path }) => path)).toEqual(
    ["plugin.json", "hooks.json"].map((name) => `${request.scratch}.plugin/${name}`),
  );
  expect(JSON.parse(copilot.files[1]?.text ?? "")).toMatchObject({
    hooks: { preToolUse: [{ bash: `${word} copilot preToolUse` }] },
  });
  expect(hooksOfCall("pi", request)).toMatchObject({ env: { RALPH_HOOK: word } });
  expect(JSON.parse(hooksOfCall("opencode", request).env["OPENCODE_CONFIG_CONTENT"] ?? "")).toMatchObject({
    permission: { edit: { ".ralphrc": "deny" }, bash: { "rm *.ralph*": "deny" } },
  });
});

test("A-8a the files of ours that a program is pointed to are there", () => {
  const [, policy = ""] = hooksOfCall("gemini", request).args;
  const [, extension = ""] = hooksOfCall("pi", request).args;
  for (const path of [policy, extension]) expect(existsSync(path), path).toBe(true);
});

test("without a hook, or a place for files, nothing is added", () => {
  const nothing = { args: [], env: {}, files: [] };
  for (const agent of ["qwen", "copilot", "pi", "opencode", "gemini"]) {
    expect(hooksOfCall(agent, { ...request, hook: null })).toEqual(nothing);
    expect(hooksOfCall(agent, { ...request, scratch: null })).toEqual(nothing);
  }
  expect(hooksOfCall("constructor", request)).toEqual(nothing);
});

test("G-5 every event that is registered is one that the hook knows, and what is for runs alone says so", () => {
  for (const [agent, of] of Object.entries(projectHooks)) {
    const hooks = of({ hook: ["ralph", "hook"], assets });
    const text = hooks.kind === "own" ? hooks.text : JSON.stringify(hooks.groups);
    const known = Object.hasOwn(hookDialects, agent) ? hookDialects[agent]?.moments : undefined;
    const commands = [...text.matchAll(/ralph hook ([\w-]+) (\w+)( --in-run)?/g)];
    for (const [, named, event = "", only] of commands) {
      expect(named).toBe(agent);
      expect(known, `${agent} ${event}`).toHaveProperty(event);
      const moment = known?.[event];
      expect(only !== undefined, `${agent} ${event}`).toBe(
        moment === "stop" || moment === "session-start" || moment === "after-tool",
      );
    }
  }
});

interface Asked {
  (event: object, context: object): { readonly block: boolean; readonly reason: string } | undefined;
}

test("pi's extension asks the hook and says what it says; a hook that can't be started denies", async () => {
  const { default: guard } = await import(pathToFileURL(join(assets, "hooks", "pi.js")).href);
  const asking = (command: string, env?: string): Asked | null => {
    let asked: Asked | null = null;
    const before = process.env["RALPH_HOOK"];
    if (env !== undefined) process.env["RALPH_HOOK"] = env;
    guard({ on: (_: string, ask: Asked) => (asked = ask) }, command);
    if (before === undefined) delete process.env["RALPH_HOOK"];
    return asked;
  };
  const call = [{ toolName: "write", input: { path: "a" } }, { cwd: "/" }] as const;
  expect(asking("true #")?.(...call)).toBeUndefined();
  expect(asking("sh -c 'echo no >&2; exit 2' #")?.(...call)).toEqual({ block: true, reason: "no" });
  expect(asking("/no/such/program")?.(...call)).toMatchObject({ block: true });
  // In a run the one that came with the call asks, and the installed one does not ask again.
  expect(asking("true #", "true #")).toBeNull();
  expect(asking("", "true #")?.(...call)).toBeUndefined();
  expect(asking("")).toBeNull();
});
