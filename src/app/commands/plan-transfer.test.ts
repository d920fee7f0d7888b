import { expect, test } from "vitest";
import { tempRepository } from "../../testing/temp-repository.ts";
import { program } from "../words/program.ts";
import { testWorld } from "../world/test-world.ts";
import { exportFormats, takingKinds } from "./plan-transfer.ts";

async function helpOf(word: string): Promise<string> {
  const { world, stdout } = testWorld({ cwd: "/", env: {} });
  expect(await program(world, ["plan", word, "--help"])).toBe(0);
  return stdout().replaceAll(/\s+/g, " ");
}

test("the help of an export and of an import promises what the tables hold", async () => {
  expect(exportFormats).toContain("taskmaster");
  expect(await helpOf("export")).toContain(exportFormats.join(", "));
  expect(await helpOf("import")).toContain(`these kinds: ${takingKinds.join(", ")}.`);
});

test("every format of an export is written, and another one is refused with all of them", async () => {
  await using repo = await tempRepository({
    files: { ".ralph/fix_plan.md": "# Plan\n\n## One\n\n- [ ] **ABC-1** first\n" },
  });
  const run = async (format: string) => {
    const { world, stdout, stderr } = testWorld({ cwd: repo.path, env: { PATH: process.env["PATH"] } });
    return { code: await program(world, ["plan", "export", "--format", format]), stdout: stdout(), stderr: stderr() };
  };
  for (const format of exportFormats) {
    const { code, stdout } = await run(format);
    expect(code).toBe(0);
    expect(stdout).toContain("first");
  }
  expect(await run("yaml")).toMatchObject({ code: 2, stderr: expect.stringContaining(exportFormats.join(", ")) });
});
