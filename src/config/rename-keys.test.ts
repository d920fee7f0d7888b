import { describe, expect, test } from "vitest";
import { loadConfig } from "./load.ts";
import { renameKeys } from "./rename-keys.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rows } from "./table.ts";

const outcomes = async (text: string) => (await renameKeys(text)).keys.map(({ line, outcome }) => [line, outcome]);

describe("U-2 U-3 older names of settings", () => {
  test("are renamed where they stand, every other byte stays", async () => {
    const text = '# mine\r\nexport RALPH_TASK_SOURCE="file"  # tasks\r\nRALPH_GATE="npm test"\r\n';
    const renamed = await renameKeys(text);
    expect(renamed.text).toBe('# mine\r\nexport RALPH_SOURCE="file"  # tasks\r\nRALPH_GATE="npm test"\r\n');
    expect(renamed.keys).toEqual([{ line: 2, from: "RALPH_TASK_SOURCE", to: "RALPH_SOURCE", outcome: "changed" }]);
  });

  test("whose value was written differently get the present value", async () => {
    expect((await renameKeys("SESSION_CONTINUITY=true\n")).text).toBe("RALPH_SESSION=continue\n");
    expect((await renameKeys("FIX_PLAN_FILE='plan.md'")).text).toBe("RALPH_PLAN_FILE=.ralph/plan.md");
  });

  test("are left alone beside the present name, twice, with a value that means not set, or over several lines", async () => {
    expect(await outcomes("RALPH_SOURCE=file\nRALPH_TASK_SOURCE=file\n")).toEqual([[2, "both-set"]]);
    expect(await outcomes("CLAUDE_MODEL=a\nCLAUDE_MODEL=b\n")).toEqual([
      [1, "not-plain"],
      [2, "not-plain"],
    ]);
    expect(await outcomes("RALPH_COST_BUDGET_USD=0\n")).toEqual([[1, "not-plain"]]);
    expect(await outcomes("CLAUDE_MODEL='a\nb'\n")).toEqual([[1, "not-plain"]]);
  });

  test("a second time there is nothing to rename", async () => {
    const { text } = await renameKeys("CLAUDE_MODEL=opus\nSESSION_EXPIRY_HOURS=2\n");
    expect(await renameKeys(text)).toEqual({ text, keys: [] });
  });

  test("every older name means the same after the renaming", async () => {
    const root = mkdtempSync(join(tmpdir(), "ralph-rename-"));
    const read = async (text: string) => {
      writeFileSync(join(root, ".ralphrc"), text);
      return (await loadConfig({ root, env: {} })).config;
    };
    for (const [older] of rows.flatMap(({ setting }) => Object.entries(setting.aliases ?? {})))
      for (const value of ["true", "3", "x.md", "0"]) {
        const text = `${older}=${value}\n`;
        expect(await read((await renameKeys(text)).text), text).toEqual(await read(text));
      }
    rmSync(root, { recursive: true });
  });
});
