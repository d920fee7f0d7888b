import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  gateCommandsOf,
  inspectWorkspace,
  makeWorkspace,
  unmakeWorkspace,
  withDocumentStatus,
} from "./workspace-files.ts";

const home = mkdtempSync(join(tmpdir(), "exec-workspace-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

const waitingFiles = {
  "docs/exec-plans/active/0001_exec_numbers.md":
    "### Increment 01 — a\n\n**Status:** pending\n\n#### Test gate\n\n- `npm test`\n\n### Increment 02 — b\n\n**Status:** pending\n\n#### Test gate\n\n- `npm test`\n- `npm run lint`\n",
  "docs/product-specs/0001_prd_numbers.md": "# PRD\n\n### US-1: a\n\n**Status:** pending\n\n- [ ] a\n",
};
const folder = "docs/exec-plans/active/0001_numbers";

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
const refusal = (files: Readonly<Record<string, string>>, number = "0001"): string => {
  const state = inspectWorkspace(written(files), number);
  return state.kind === "refused" ? state.message : state.kind;
};

describe("B-22 making a workspace", () => {
  test("copies the document, moves the plan, begins the log, and is there then; by any form of its number", async () => {
    const root = written(waitingFiles);
    const state = inspectWorkspace(root, "1");
    if (state.kind !== "waiting") throw new Error(state.kind);
    expect(gateCommandsOf(state.from)).toEqual(["npm test", "npm run lint"]);
    await makeWorkspace(state.from, state.to);
    expect(readdirSync(join(root, folder))).toEqual(["0001_exec_numbers.md", "0001_prd_numbers.md", "progress.txt"]);
    expect(existsSync(join(root, "docs/product-specs/0001_prd_numbers.md"))).toBe(true);
    expect(existsSync(join(root, "docs/exec-plans/active/0001_exec_numbers.md"))).toBe(false);
    expect(inspectWorkspace(root, "0001").kind).toBe("ready");
    unmakeWorkspace(state.from, state.to);
    expect(existsSync(join(root, folder))).toBe(false);
    expect(readFileSync(state.from.plan.path, "utf8")).toBe(
      waitingFiles["docs/exec-plans/active/0001_exec_numbers.md"],
    );
  });
  const plan = waitingFiles["docs/exec-plans/active/0001_exec_numbers.md"];
  const prd = waitingFiles["docs/product-specs/0001_prd_numbers.md"];
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["no plan of that number", {}, "no execution plan"],
    ["no document", { "docs/exec-plans/active/0001_exec_numbers.md": plan }, "0001_prd_numbers.md"],
    [
      "stories without a status",
      { ...waitingFiles, "docs/product-specs/0001_prd_numbers.md": prd.replace("**Status:** pending", "") },
      "US-1",
    ],
    [
      "an increment that was begun",
      { ...waitingFiles, "docs/exec-plans/active/0001_exec_numbers.md": plan.replace("pending", "done") },
      "01",
    ],
    ["half a workspace", { ...waitingFiles, [`${folder}/0001_prd_numbers.md`]: prd }, "half a workspace"],
    [
      "a workspace without its log",
      { [`${folder}/0001_exec_numbers.md`]: plan, [`${folder}/0001_prd_numbers.md`]: prd },
      "progress.txt",
    ],
    ["a foreign folder", { ...waitingFiles, [`${folder}/notes.md`]: "mine" }, "notes.md"],
    ["two plans of one number", { ...waitingFiles, "docs/exec-plans/active/0001_exec_other.md": plan }, "other"],
  ])("is refused with a clear word: %s", (_name, files, wanted) => {
    expect(refusal(files)).toContain(wanted);
  });
});

test.each<[string, string]>([
  [
    "# P\n\n**Status:** pending  \n\n## S\n\n**Status:** pending\n",
    "# P\n\n**Status:** complete  \n\n## S\n\n**Status:** pending\n",
  ],
  ["# P\r\n\r\n## S\r\n", "# P\r\n\r\n**Status:** complete\r\n\r\n## S\r\n"],
  ["Text.\n", "**Status:** complete\n\nText.\n"],
])("a document's own status is written into its own bytes: %j", (text, wanted) => {
  expect(withDocumentStatus(text, "complete")).toBe(wanted);
});
