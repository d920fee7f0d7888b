import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPromptTexts } from "./read-prompt-texts.ts";

const assets = join(import.meta.dirname, "..", "..", "..", "assets");

test("the project's own words stand in .ralph/PROMPT.md, or where RALPH_PROMPT_FILE says", async () => {
  const root = mkdtempSync(join(tmpdir(), "prompts-"));
  expect(await readPromptTexts(assets, root, null).project()).toBeNull();
  mkdirSync(join(root, ".ralph"));
  writeFileSync(join(root, ".ralph", "PROMPT.md"), "usual");
  writeFileSync(join(root, "NOTES.md"), "elsewhere");
  expect(await readPromptTexts(assets, root, null).project()).toBe("usual");
  expect(await readPromptTexts(assets, root, "NOTES.md").project()).toBe("elsewhere");
});
