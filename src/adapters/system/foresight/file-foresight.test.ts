import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleBrief } from "../../../testing/sample-facts.ts";
import { taskId } from "../../../core/task-id.ts";
import { fileForesight } from "./file-foresight.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "foresight-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

describe("B-44 the note with the next id", () => {
  test("it is read, and gone once it is taken", () => {
    writeFileSync(at(".linear_next_issue"), "TAP-915\n");
    const foresight = fileForesight(folder);
    expect(foresight.hint()).toBe("TAP-915");
    expect(foresight.takeHint()).toBe("TAP-915");
    expect(existsSync(at(".linear_next_issue"))).toBe(false);
    expect(foresight.takeHint()).toBeNull();
  });

  test.each(["", "  \n", "two words", "TAP-1\nTAP-2", "$(rm -rf)", "-x", "../x", "a".repeat(300), "{}"])(
    "%j is no id, and gone all the same",
    (text) => {
      writeFileSync(at(".linear_next_issue"), text);
      expect(fileForesight(folder).takeHint()).toBeNull();
      expect(existsSync(at(".linear_next_issue"))).toBe(false);
    },
  );

  test.each(["TAP-1", "#12", "M1-3", "owner/repo#12", "1.1", "T001"])("%s is an id", (text) => {
    writeFileSync(at(".linear_next_issue"), ` ${text} \r\n`);
    expect(fileForesight(folder).takeHint()).toBe(text);
  });
});

describe("P-6 briefs as files", () => {
  test("one is kept and read", async () => {
    const foresight = fileForesight(folder);
    expect(foresight.brief()).toBeNull();
    await foresight.keep(sampleBrief("A"));
    expect(foresight.brief()).toEqual({ ok: true, value: sampleBrief("A") });
    writeFileSync(at("brief.json"), "{");
    expect(foresight.brief()).toMatchObject({ ok: false });
  });

  test("one that was made ahead is taken once; what can't be read is none", async () => {
    const foresight = fileForesight(folder);
    await foresight.prepare(sampleBrief("B"));
    expect(foresight.takePrepared()).toEqual(sampleBrief("B"));
    expect(existsSync(at("brief-next.json"))).toBe(false);
    writeFileSync(at("brief-next.json"), "[]");
    expect(foresight.takePrepared()).toBeNull();
    expect(existsSync(at("brief-next.json"))).toBe(false);
  });

  test("only files of these very names are looked at", () => {
    writeFileSync(at(".ralph-brief.json"), JSON.stringify(sampleBrief("A")));
    writeFileSync(at("brief.json.bak"), JSON.stringify(sampleBrief("A")));
    expect(fileForesight(folder).brief()).toBeNull();
  });

  test("the intended id has a mirror, which goes with it; a missing folder is made", async () => {
    const foresight = fileForesight(join(folder, "new"));
    await foresight.intend(taskId("TAP-2"));
    expect(readFileSync(join(folder, "new", ".next_intended_issue"), "utf8")).toBe("TAP-2\n");
    await foresight.intend(null);
    await foresight.intend(null);
    expect(existsSync(join(folder, "new", ".next_intended_issue"))).toBe(false);
  });
});
