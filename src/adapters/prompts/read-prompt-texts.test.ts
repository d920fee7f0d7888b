import { join } from "node:path";
import { expect, test } from "vitest";
import { fillTemplate } from "../../core/prompt/work-prompt.ts";
import { statuses, testsStatuses, workTypes } from "../../core/status/profile.ts";
import { readPromptTexts } from "./read-prompt-texts.ts";

const assets = join(import.meta.dirname, "..", "..", "..", "assets");
const texts = readPromptTexts(assets, { root: assets, notes: null, playbook: "workflow" });
const crew = readPromptTexts(assets, { root: assets, notes: null, playbook: "crew" });

test("M-11 the contract with all its words takes at most 1.2 kB of a prompt", () => {
  const contract = fillTemplate(texts.contract, {
    statuses: statuses.join(", "),
    tests: testsStatuses.join(", "),
    workTypes: workTypes.join(", "),
    tracker: texts.phrases["contract.tracker"] ?? "",
  });
  expect(contract).not.toContain("{{");
  expect(Buffer.byteLength(contract)).toBeLessThanOrEqual(1_200);
});

test("M-11 what a role is told beside its task is no longer than that", () => {
  for (const [role, text] of [...Object.entries(texts.roles), ...Object.entries(crew.roles)])
    expect(Buffer.byteLength(text), role).toBeLessThanOrEqual(1_200);
  for (const form of [crew.summary, crew.grades]) expect(Buffer.byteLength(form)).toBeLessThanOrEqual(1_200);
});

test("L-5 the last lines of progress are those of the backlog's own log, where it keeps one", async () => {
  const root = join(assets, "prompts");
  const logged = readPromptTexts(assets, { root, notes: null, playbook: "increments", log: () => "contract.md" });
  expect(await logged.progress()).toContain("END_RALPH_STATUS");
  expect(await texts.progress()).toBeNull();
});

test("a playbook has its own words for a role where there are some", () => {
  expect(crew.roles.fixer).not.toBe(texts.roles.fixer);
  expect(crew.roles.architect).toBe(texts.roles.architect);
});
