import { expect, test } from "vitest";
import { rows } from "../../config/table.ts";
import { helpWords } from "./help-words.ts";

test("U-1 what help says of settings looks like what it says of other options", () => {
  expect(helpWords("Where tasks come from. Unset: the first backlog.")).toBe(
    "where tasks come from; unset: the first backlog",
  );
  expect(helpWords("The agent program. acp:COMMAND is short.")).toBe("the agent program; acp:COMMAND is short");
  expect(helpWords("JSON Schema in USD.")).toBe("JSON Schema in USD");
  expect(helpWords("print 0.5 as it is")).toBe("print 0.5 as it is");
  for (const { setting } of rows) expect(helpWords(setting.about)).not.toMatch(/^\p{Lu}\p{Ll}|\.$/u);
});
