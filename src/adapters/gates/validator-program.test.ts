import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { processSupervisor } from "../system/process/process-supervisor.ts";
import { validatorProgram } from "./validator-program.ts";

/** A validator that notes the files of each start and refuses the one called `bad`. */
async function judge(files: readonly string[]) {
  const root = tempFolder("validator");
  writeFileSync(
    join(root, "validator.mjs"),
    `import { appendFileSync } from "node:fs";
     const files = process.argv.slice(2);
     appendFileSync("starts", JSON.stringify(files) + "\\n");
     console.log(files.length + " files");
     process.exitCode = files.includes("bad") ? 3 : 0;`,
  );
  const validator = validatorProgram({
    root,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 60_000,
    processes: processSupervisor(),
    mask: (text) => text,
    argv: [process.execPath, "validator.mjs"],
    logPath: () => join(root, "log"),
  });
  const run = await validator.judge(
    { files, iteration: 1, marker: `run-${process.pid}` },
    new AbortController().signal,
  );
  const starts = readFileSync(join(root, "starts"), "utf8")
    .trim()
    .split("\n")
    .map((line): readonly string[] => JSON.parse(line));
  return { run, starts, log: readFileSync(join(root, "log"), "utf8") };
}

const many = Array.from({ length: 1_000 }, (_, n) => `src/${"long/".repeat(8)}${n}.ts`);

describe("P-2 a program that judges changed files", () => {
  test("gets them as its last arguments, as they are; its exit code is the verdict", async () => {
    const files = ["a b.ts", "$(touch never)", "ü.ts"];
    const { run, starts } = await judge(files);
    expect([run.failing, run.problem, starts]).toEqual([null, null, [files]]);
    expect((await judge(["bad"])).run.failing).not.toBeNull();
    expect((await judge([])).starts).toEqual([[]]);
  });

  test("F112 more files than a command line takes are judged in parts, all of them and each once", async () => {
    const { run, starts, log } = await judge(many);
    expect(run).toMatchObject({ failing: null, problem: null });
    expect(starts.length).toBeGreaterThan(1);
    expect(starts.flat()).toEqual(many);
    expect(log.match(/files/g)).toHaveLength(starts.length);
    expect(Math.max(...starts.map((part) => part.join(" ").length))).toBeLessThan(20_000);
  });

  test("one that is refused in a later part refuses the whole, and nothing after it is judged", async () => {
    const { run, starts } = await judge([...many, "bad", ...many]);
    expect(run.failing).not.toBeNull();
    expect(starts.at(-1)).toContain("bad");
  });
});
