import { expect, test } from "vitest";
import { exitCodeOf } from "../../core/end-reason.ts";
import { badUse } from "./exit-codes.ts";

test("a command that is badly used ends as a run with bad settings does", () => {
  expect(badUse).toBe(exitCodeOf("config_invalid"));
});
