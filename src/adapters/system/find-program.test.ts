import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { findProgram, programExtensions } from "./find-program.ts";

/** A folder with programs in it, each a file that may be run. */
function folderWith(name: string, ...files: readonly string[]): string {
  const folder = join(tempFolder("programs"), name);
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    writeFileSync(join(folder, file), "");
    chmodSync(join(folder, file), 0o755);
  }
  return folder;
}

describe("a program is found as it would be started, without a shell", () => {
  test("F200 in a folder whose name has blanks and letters of another script, by the endings of the system", async () => {
    const folder = folderWith("Mei Lin/개발", "claude.cmd", "codex.exe");
    const extensions = programExtensions("win32", ".EXE;.cmd").map((ending) => ending.toLowerCase());
    const place = { path: folder, root: "/", extensions };
    expect(await findProgram("claude", place)).toBe(join(folder, "claude.cmd"));
    expect(await findProgram("codex", place)).toBe(join(folder, "codex.exe"));
    expect(await findProgram("Mei", place)).toBeNull();
  });

  test("F199 a file whose name is the path up to the first blank is never taken for it", async () => {
    const folder = folderWith("Ana Díaz", "claude");
    writeFileSync(join(folder, "..", "Ana"), "#!/bin/sh\n");
    chmodSync(join(folder, "..", "Ana"), 0o755);
    const place = { path: "", root: "/", extensions: [""] };
    expect(await findProgram(join(folder, "claude"), place)).toBe(join(folder, "claude"));
    expect(await findProgram(join(folder, "gone"), place)).toBeNull();
  });

  test("elsewhere than on Windows no ending is added, and what can't be run is no program", async () => {
    const folder = folderWith("bin", "claude.cmd");
    writeFileSync(join(folder, "plain"), "");
    mkdirSync(join(folder, "folder"));
    const place = { path: folder, root: "/", extensions: programExtensions("linux", ".CMD") };
    expect(await Promise.all(["claude", "plain", "folder"].map((name) => findProgram(name, place)))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
