import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { processSupervisor } from "../system/process/process-supervisor.ts";
import { commandGate } from "./command-gate.ts";
import { freshReports } from "./report-files.ts";

/** A folder with files, and how to put one more there. */
function folderWith(files: Readonly<Record<string, string>>) {
  const root = tempFolder("reports");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  return { root, put };
}

describe("P-40 report files", () => {
  test("are found by their names, one name or any folders at a time", () => {
    const { root } = folderWith({
      "junit.xml": "1",
      "a/build/results/x.xml": "2",
      "a/build/results/x.txt": "3",
      "build/results/y.xml": "4",
      "node_modules/m/build/results/z.xml": "5",
    });
    expect(freshReports(root, ["junit.xml"], 0)).toEqual(["1"]);
    expect(freshReports(root, ["**/build/results/*.xml", "build/**"], 0)).toEqual(["2", "4"]);
    expect(freshReports(root, ["build/results/*"], 0)).toEqual(["4"]);
    expect(freshReports(root, ["none.xml", "a.b"], 0)).toEqual([]);
  });

  test("an older one is none, and nothing outside is one", () => {
    const { root } = folderWith({ "old.xml": "old", "new.xml": "new" });
    const elsewhere = folderWith({ "x.xml": "outside" }).root;
    utimesSync(join(root, "old.xml"), 1, 1);
    symlinkSync(elsewhere, join(root, "linked"), "dir");
    expect(freshReports(root, ["*.xml", "linked/*.xml", "../**/x.xml", `${elsewhere}/x.xml`], 2_000)).toEqual(["new"]);
  });

  test("tell a gate the names of failed tests in the place of its output, only when it has written them itself", async () => {
    const xml = (name: string): string =>
      `<testsuite><testcase classname="mail" name="${name}"><failure/></testcase><testcase name="two"/></testsuite>`;
    const { root } = folderWith({
      "reports/old.xml": xml("of another run"),
      "run.mjs": `import { writeFileSync } from "node:fs";
        console.log("TAP version 13\\nok 1 - on the screen\\n1..1");
        if (process.argv[2]) writeFileSync("reports/" + process.argv[2], ${JSON.stringify(xml("sends"))});
        process.exitCode = 1;`,
    });
    utimesSync(join(root, "reports/old.xml"), 1, 1);
    const gate = commandGate({
      root,
      env: { PATH: process.env["PATH"] ?? "" },
      timeoutMs: 60_000,
      processes: processSupervisor(),
      mask: (text) => text,
      commands: ["node run.mjs new.xml", "node run.mjs"],
      reports: ["reports/*.xml"],
      find: () => Promise.resolve(null),
      logPath: (_, command) => join(root, `${command}.log`),
    });
    const { receipts } = await gate.run(
      { iteration: 1, marker: `run-${process.pid}`, all: true },
      new AbortController().signal,
    );
    expect(receipts[0]?.tests).toMatchObject({ forms: ["junit"], passed: 1, failed: 1, failing: ["mail > sends"] });
    expect(receipts[1]?.tests).toMatchObject({ forms: ["tap"], passed: 1, failed: 0 });
  });
});
