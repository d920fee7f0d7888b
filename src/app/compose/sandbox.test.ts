import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import { requireOwnSandbox, SandboxError, wallsOf } from "./sandbox.ts";
import { claude } from "../../adapters/agents/claude/claude.ts";
import { codex } from "../../adapters/agents/codex/codex.ts";

let home: string;
const at = (...path: readonly string[]): string => join(home, ...path);

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "walls-")));
  mkdirSync(at(".npm-global", "lib", "node_modules", "@anthropic-ai", "claude-code"), { recursive: true });
  mkdirSync(at(".npm-global", "bin"));
  writeFileSync(at(".npm-global/lib/node_modules/@anthropic-ai/claude-code/cli"), "");
  symlinkSync("../lib/node_modules/@anthropic-ai/claude-code/cli", at(".npm-global/bin/claude"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const walls = async (env: Readonly<Record<string, string>>, args: readonly string[] = []) => {
  const { config } = await loadConfig({ root: home, env });
  const place = { root: at("project"), git: [at("project", ".git")], state: at("project", ".ralph") };
  const around = { env, platform: "linux", execPath: at(".nvm", "v24", "bin", "node") } as const;
  return wallsOf(
    { file: "claude", args, env: { HOME: home, PATH: `${at(".npm-global", "bin")}:/usr/bin`, ...env } },
    config,
    place,
    around,
  );
};

describe("G-8 what an agent behind walls sees of the home", () => {
  test("its program with all it brings along, the node that runs the hook, and git's settings", async () => {
    const { readable, home: hidden } = await walls({});
    expect(hidden).toBe(home);
    for (const path of [".npm-global/bin", ".npm-global/lib/node_modules", ".nvm/v24/bin", ".gitconfig", ".config/git"])
      expect(readable).toContain(at(path));
    expect(readable).not.toContain("/usr/bin");
    expect(readable).not.toContain(home);
  });
  test("paths that a person names, and a script that the command names; nothing outside of the home has to be", async () => {
    const { readable } = await walls({ RALPH_SANDBOX_PATHS: "~/.rustup, .m2, /etc/passwd" }, [
      at("tool.mjs"),
      "/etc/x",
      "-v",
    ]);
    expect(readable).toEqual(expect.arrayContaining([at(".rustup"), at(".m2"), at("tool.mjs")]));
    expect(readable).not.toContain("/etc/passwd");
    expect(readable).not.toContain("/etc/x");
  });
  test("the work tree, git and the agent's own state are written; what steers later sessions is not", async () => {
    const { writable, fixed, network } = await walls({ CLAUDE_CONFIG_DIR: at("elsewhere") });
    expect(writable).toEqual(
      expect.arrayContaining([
        at("project"),
        at("project", ".git"),
        at(".claude"),
        at(".claude.json"),
        at("elsewhere"),
      ]),
    );
    expect(fixed).toContain(at(".claude/settings.json"));
    expect(network).toBe(true);
    expect((await walls({ RALPH_SANDBOX_NETWORK: "false" })).network).toBe(false);
  });
  test("agents of other roles, of the fallback list and behind a command have theirs, too", async () => {
    const { writable } = await walls({
      RALPH_AGENT: "acp",
      RALPH_AGENT_COMMAND: "npx codex-acp",
      RALPH_AGENT_REVIEWER: "gemini",
      RALPH_FALLBACK_AGENTS: "qwen:some-model",
    });
    for (const folder of [".codex", ".gemini", ".qwen"]) expect(writable).toContain(at(folder));
    expect(writable).not.toContain(at(".claude"));
  });
});

test("G-8 sandbox: agent asks for one that the agent has", async () => {
  const { config } = await loadConfig({ root: home, env: { RALPH_SANDBOX: "agent" } });
  expect(() => requireOwnSandbox(config, [codex])).not.toThrow();
  expect(() => requireOwnSandbox(config, [codex, claude])).toThrow(SandboxError);
  expect(() => requireOwnSandbox({ ...config, sandbox: "none" }, [claude])).not.toThrow();
});
