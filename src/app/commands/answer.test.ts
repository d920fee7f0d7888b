import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { fileLock } from "../../adapters/system/lock/file-lock.ts";
import { warned } from "../../testing/sample-facts.ts";
import { tempRepository, type TempRepository } from "../../testing/temp-repository.ts";
import { program } from "../words/program.ts";
import { testWorld } from "../world/test-world.ts";

const plan = { ".ralph/fix_plan.md": "# Plan\n\n## One\n\n- [ ] **ABC-1** first (blocked: Which name?)\n" };
const stories = {
  "prd.json": JSON.stringify({ project: "Things", userStories: [{ id: "US-1", title: "the thing", passes: false }] }),
  ".ralphrc": 'RALPH_SOURCE="prd-json"\n',
};

async function repository(files: Readonly<Record<string, string>>): Promise<TempRepository> {
  const repo = await tempRepository({ files });
  onTestFinished(() => repo[Symbol.asyncDispose]());
  return repo;
}

const ledgerOf = ({ path }: TempRepository): string => join(path, ".ralph", "ralph.db");

async function ralph({ path }: TempRepository, ...args: readonly string[]) {
  const { world, stdout, stderr } = testWorld({ cwd: path, env: { PATH: process.env["PATH"] } });
  return { code: await program(world, args), stdout: stdout(), stderr: stderr() };
}

test("P-43 before the first run the answer is kept in the task where the source has a place for it", async () => {
  const repo = await repository(plan);
  expect(await ralph(repo, "answer", "ABC-1", "The old one.")).toMatchObject({ code: 0, stderr: "" });
  expect(await repo.read(".ralph/fix_plan.md")).toMatch(/- \[ \] \*\*ABC-1\*\* first\n {2}- answer: The old one\.\n/);
});

test("P-43 an answer that can be kept nowhere is refused, and nothing is written", async () => {
  const repo = await repository(stories);
  const { code, stderr } = await ralph(repo, "answer", "US-1", "The old one.");
  expect(code).toBe(2);
  expect(stderr).toMatch(/nothing has run here yet, and a backlog of the kind prd-json has no place.*US-1/);
  expect(await repo.read("prd.json")).toBe(stories["prd.json"]);
});

test("P-43 after a run the ledger keeps it, whatever the source", async () => {
  const repo = await repository(stories);
  {
    using ledger = openSqliteLedger(ledgerOf(repo), { now: Date.now }).ledger;
    ledger.append({ run: "r1", iteration: 0, at: 1 }, [warned("a")], "synced");
  }
  expect(await ralph(repo, "answer", "US-1", "The old one.")).toMatchObject({ code: 0 });
  using ledger = openSqliteLedger(ledgerOf(repo), { now: Date.now }).ledger;
  expect(ledger.memoryOf("US-1").answers).toEqual(["The old one."]);
});

test("P-43 an answer is never cut: one that is too long is refused, with what to do", async () => {
  const repo = await repository(plan);
  const { code, stderr } = await ralph(repo, "answer", "ABC-1", "x".repeat(20_001));
  expect(code).toBe(2);
  expect(stderr).toMatch(/20001 characters; an agent is given 20000 at most[^]*name that file/);
  expect(await repo.read(".ralph/fix_plan.md")).toBe(plan[".ralph/fix_plan.md"]);
});

test("P-43 beside a run the answer is written, and the person knows that the run may undo it", async () => {
  const repo = await repository(plan);
  await using _lock = await fileLock(join(repo.path, ".git", "ralph")).acquire({ run: "r7", root: repo.path });
  const { code, stdout, stderr } = await ralph(repo, "answer", "ABC-1", "The old one.");
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Run r7 is at work here: .* may be undone/);
  expect(stdout).toContain("Run r7 goes on with other tasks");
});

test("P-43 while another command writes, nothing is answered", async () => {
  const repo = await repository(plan);
  await using _lock = await fileLock(join(repo.path, ".git", "ralph")).acquire({ run: "by-hand-wip", root: repo.path });
  expect(await ralph(repo, "answer", "ABC-1", "The old one.")).toMatchObject({ code: 6 });
  expect(await repo.read(".ralph/fix_plan.md")).toBe(plan[".ralph/fix_plan.md"]);
});
