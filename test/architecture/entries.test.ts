import { describe, expect, test } from "vitest";
import { loadedBy, readModules } from "./modules.ts";

// What is loaded before an entry has done anything. A start and a hook are paid for often: whoever adds to one of these lists
// should know by how much it grows, and ask whether an `import()` where the thing is used would do.

const modules = readModules();

describe("what the doors of the program load", () => {
  test("the hook loads no parser, no schema and no ledger before it is asked for them", () => {
    const loaded = loadedBy("src/app/hook.ts", modules);
    expect(loaded.packages).toEqual(["node:fs", "node:path"]);
    expect(loaded.modules).toEqual([
      "src/adapters/agents/hooks/hook-dialect.ts",
      "src/adapters/agents/hooks/hook-dialects.ts",
      "src/adapters/agents/hooks/outer-shell.ts",
      "src/app/hook.ts",
      "src/app/hook/hook-surroundings.ts",
      "src/core/playbooks/traits.ts",
      "src/core/policy.ts",
      "src/core/status/profile.ts",
      "src/guard/judge-tool.ts",
      "src/guard/judge-write.ts",
      "src/guard/judgement.ts",
      "src/guard/paths/control-surface.ts",
      "src/guard/paths/escape.ts",
      "src/guard/paths/patch-paths.ts",
      "src/guard/paths/repository-path.ts",
      "src/guard/plainly-harmless.ts",
      "src/guard/tool-kinds.ts",
    ]);
  });

  test("the shell's judgement brings its parser and nothing else from outside", () => {
    const loaded = loadedBy("src/guard/judge-shell.ts", modules);
    expect(loaded.packages).toEqual(["unbash"]);
    expect(loaded.modules.filter((path) => !path.startsWith("src/guard/"))).toEqual(["src/core/guard-rule.ts"]);
  });

  test("the status block is read without a schema library", () => {
    const loaded = loadedBy("src/core/status/read-status-block.ts", modules);
    expect(loaded.modules.length).toBeGreaterThan(3);
    expect(loaded.packages).toEqual([]);
  });

  test("a status loads no command line, no settings and no ledger", () => {
    const loaded = loadedBy("src/app/status/status.ts", modules);
    expect(loaded.packages).toEqual(["node:fs", "node:fs/promises", "node:path"]);
    expect(
      loaded.modules.filter((path) => /^src\/(config|loop|ports|adapters\/(agents|ledger|workspace))\//u.test(path)),
    ).toEqual([]);
    expect(loaded.modules.length).toBeLessThan(27);
  });

  test("the player of scripted agents loads nothing of the loop", () => {
    const loaded = loadedBy("src/app/play.ts", modules);
    expect(loaded.modules.filter((path) => !path.startsWith("src/adapters/agents/script/"))).toEqual([
      "src/app/play.ts",
      "src/core/outcome.ts",
    ]);
  });

  test("the bridge to ACP servers loads the guard and nothing of the loop", () => {
    const loaded = loadedBy("src/app/acp.ts", modules);
    expect(loaded.packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
    expect(
      loaded.modules.filter(
        (path) =>
          !/^src\/(?:adapters\/agents|guard|ports|core\/(?:outcome|policy|playbooks\/traits|status\/profile)|app\/)/u.test(
            path,
          ),
      ),
    ).toEqual(["src/adapters/system/process/output/line-pieces.ts"]);
  });

  test("the program loads the command line alone; a command's own code comes when it is called", () => {
    const loaded = loadedBy("src/app/main.ts", modules);
    expect(loaded.packages).toEqual(["commander"]);
    expect(loaded.modules.filter((path) => !path.startsWith("src/app/"))).toEqual([]);
  });

  test("a run loads no source, no agent program, no service and no parser of YAML before its settings ask for one", () => {
    const loaded = loadedBy("src/app/commands/run.ts", modules);
    expect(loaded.packages.filter((name) => !name.startsWith("node:"))).toEqual(["commander", "zod/mini"]);
    expect(loaded.modules.filter((path) => /^src\/adapters\/(?:agents|backlogs|forges)\/[^/]+\//u.test(path))).toEqual(
      [],
    );
  });
});
