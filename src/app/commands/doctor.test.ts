import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempRepository } from "../../testing/temp-repository.ts";
import { testWorld } from "../world/test-world.ts";
import { doctorCommand } from "./doctor.ts";
import { initCommand } from "./init.ts";

interface Report {
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly message: string;
    readonly fix: string | null;
  }[];
}

async function doctor(cwd: string, env: Readonly<Record<string, string>>) {
  const { world, stdout } = testWorld({ cwd, env: { PATH: process.env["PATH"], HOME: cwd, ...env } });
  const code = await doctorCommand({ json: true }, world);
  const report: Report = JSON.parse(stdout());
  return { code, statusOf: (id: string) => report.checks.find((check) => check.id === id)?.status, report };
}

test("U-4 a repository that was set up is well: the hook really refuses, and nothing is changed by looking", async () => {
  await using repository = await tempRepository({ files: { "package.json": '{"scripts":{"test":"node --test"}}' } });
  await initCommand({ yes: true }, testWorld({ cwd: repository.path, env: { PATH: process.env["PATH"] } }).world);
  await repository.commitAll("chore: set ralph up");
  const env = { RALPH_AGENT: "command", RALPH_AGENT_COMMAND: "node agent.mjs" };
  const { code, report } = await doctor(repository.path, env);
  expect(report.checks.filter(({ status }) => status !== "ok")).toEqual([]);
  expect(code).toBe(0);
  expect(report.checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "git",
      "repository",
      "tree",
      "node",
      "agent",
      "hook",
      "skills",
      "gate",
      "backlog",
      "lock",
      "ledger",
      "disk",
      "writable",
      "leftovers",
    ]),
  );
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("U-4 uncommitted changes and another branch are told before a run refuses or passes them over", async () => {
  await using repository = await tempRepository({ files: { ".ralph/fix_plan.md": "- [ ] A-1: one\n", "a.js": "1\n" } });
  await repository.git("switch", "--create", "aside");
  expect((await doctor(repository.path, {})).statusOf("tree")).toBe("warning");
  await writeFile(join(repository.path, "a.js"), "2\n");
  expect((await doctor(repository.path, {})).report.checks.find(({ id }) => id === "tree")).toMatchObject({
    status: "failure",
    message: expect.stringContaining("a.js"),
  });
});

test("U-4 what is wrong is named, and the exit code says that a run would not start", async () => {
  await using repository = await tempRepository({
    files: {
      ".ralphrc": "RALPH_GATE=no-such-program\nRALPH_MAX_ITERATIONS=many\n",
      ".ralph/fix_plan.md": "# nothing\n",
    },
  });
  const { code, statusOf } = await doctor(repository.path, {
    RALPH_AGENT: "command",
    RALPH_AGENT_COMMAND: "no-such-agent",
  });
  expect(code).toBe(1);
  for (const id of ["agent", "gate", "backlog", "config"]) expect(`${id} ${statusOf(id) ?? ""}`).toBe(`${id} failure`);
});

test("C-3 a skill that teaches another contract is a warning", async () => {
  await using repository = await tempRepository({
    files: { ".claude/skills/ralph-workflow/SKILL.md": "---\nname: ralph-workflow\nversion: 1.1.0\n---\n" },
  });
  expect((await doctor(repository.path, {})).statusOf("skills")).toBe("warning");
});

test("U-4 a script agent without its script is a failure, before a run meets it", async () => {
  await using repository = await tempRepository();
  const missing = await doctor(repository.path, { RALPH_AGENT: "script" });
  expect(missing.statusOf("agent")).toBe("failure");
  await repository.write(".ralph/script.yaml", "steps: []\n");
  expect((await doctor(repository.path, { RALPH_AGENT: "script" })).statusOf("agent")).toBe("ok");
});

test("U-2 U-4 files that an earlier version installed are told", async () => {
  await using repository = await tempRepository();
  const env = { PATH: process.env["PATH"] };
  await initCommand({ yes: true, agents: "claude" }, testWorld({ cwd: repository.path, env }).world);
  expect((await doctor(repository.path, {})).statusOf("upgrade")).toBeUndefined();
  const role = ".claude/agents/ralph-judge.md";
  await repository.remove(".ralph/installed");
  await repository.write(role, `${await repository.read(role)}older\n`);
  const { report } = await doctor(repository.path, {});
  expect(report.checks.find(({ id }) => id === "upgrade")).toMatchObject({
    status: "warning",
    message: expect.stringContaining(role),
  });
});
