import { expect, test } from "vitest";
import { loadConfig } from "../config/load.ts";
import { passedOver } from "./not-yet.ts";

test.each([
  ["RALPH_FLEET_DATABASE", "postgres://fleet"],
  ["RALPH_DOCS_ON_DEFAULT", "true"],
])("%s changes nothing yet, and a run says so", async (key, value) => {
  const { config } = await loadConfig({ root: import.meta.dirname, env: { [key]: value }, flags: {} });
  expect(passedOver(config)).toEqual([`${key} is not supported yet and is ignored.`]);
});
