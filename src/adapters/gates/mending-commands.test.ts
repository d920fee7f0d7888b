import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { processSupervisor } from "../system/process/process-supervisor.ts";
import { mendingCommands } from "./mending-commands.ts";

/** Runs commands over files; each start of `note.mjs` is noted. */
async function mend(commands: readonly string[], files: readonly string[]) {
  const root = tempFolder("mending");
  writeFileSync(join(root, "starts"), "");
  writeFileSync(
    join(root, "note.mjs"),
    `import { appendFileSync } from "node:fs";
     appendFileSync("starts", JSON.stringify(process.argv.slice(2)) + "\\n");
     process.exitCode = 3;`,
  );
  const mender = mendingCommands({
    root,
    env: { PATH: process.env["PATH"] ?? "" },
    timeoutMs: 60_000,
    processes: processSupervisor(),
    mask: (text) => text,
    commands,
    logPath: (iteration, command) => join(root, `${iteration}.fix.${command}.log`),
  });
  const receipts = await mender.run(
    { files, iteration: 1, marker: `run-${process.pid}` },
    new AbortController().signal,
  );
  const starts = readFileSync(join(root, "starts"), "utf8").trim().split("\n");
  return { receipts, starts: starts.filter((line) => line !== "").map((line): unknown => JSON.parse(line)) };
}

test("P-0 the files are the last arguments, and a command that fails does not keep the next from running", async () => {
  const { receipts, starts } = await mend([`node note.mjs --write`, `node note.mjs --fix`], ["a b.js", "-c.js"]);
  expect(starts).toEqual([
    ["--write", "a b.js", "./-c.js"],
    ["--fix", "a b.js", "./-c.js"],
  ]);
  expect(receipts.map(({ exitCode }) => exitCode)).toEqual([3, 3]);
});

test.skipIf(process.platform === "win32")("text for a shell finds the files in its own place for them", async () => {
  const { starts } = await mend([`true && node note.mjs "$@"`], ["a b.js", "$(x)"]);
  expect(starts).toEqual([["a b.js", "$(x)"]]);
});

test("a program that is not there is told by its receipt", async () => {
  const { receipts } = await mend(["no-such-formatter --write"], ["a.js"]);
  expect(receipts).toMatchObject([{ command: "no-such-formatter --write", exitCode: null, signal: null }]);
});
