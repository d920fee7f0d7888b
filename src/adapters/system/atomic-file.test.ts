import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "./atomic-file.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

const newFolder = (): string => tempFolder("atomic");

test("new content stands in place of the old, in a new file with the same mode", async () => {
  const path = join(newFolder(), "a.txt");
  writeFileSync(path, "old");
  chmodSync(path, 0o604);
  const { ino } = statSync(path);
  await replaceFile(path, "new 漢");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777, statSync(path).ino === ino]).toEqual([
    "new 漢",
    0o604,
    false,
  ]);
});

test("a file that is not there is made, also behind a link that leads to nothing yet", async () => {
  const folder = newFolder();
  symlinkSync("b.txt", join(folder, "link"));
  await replaceFile(join(folder, "a.txt"), new Uint8Array([1, 2]));
  await replaceFile(join(folder, "link"), "b");
  expect([...readFileSync(join(folder, "a.txt"))]).toEqual([1, 2]);
  expect([readFileSync(join(folder, "b.txt"), "utf8"), lstatSync(join(folder, "link")).isSymbolicLink()]).toEqual([
    "b",
    true,
  ]);
});

test("where the rename fails, the system's error comes and no temporary file is left", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "dir", "full"), { recursive: true });
  await expect(replaceFile(join(folder, "dir"), "x")).rejects.toMatchObject({
    code: expect.stringMatching(/EISDIR|ENOTEMPTY|EEXIST|EPERM/),
  });
  expect(readdirSync(folder)).toEqual(["dir"]);
});

test("where the folder is missing, ENOENT", async () => {
  await expect(replaceFile(join(newFolder(), "none", "a.txt"), "x")).rejects.toMatchObject({ code: "ENOENT" });
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("F203 a read-only file is refused", async () => {
  const path = join(newFolder(), "a.txt");
  writeFileSync(path, "old", { mode: 0o444 });
  await expect(replaceFile(path, "new")).rejects.toMatchObject({ code: "EACCES" });
});

/* A limit on the size of files fails in mid-write, as a full disk does. */
test.skipIf(process.platform === "win32")(
  "a write that fails half way leaves the old file and no temporary one",
  () => {
    const folder = newFolder();
    const path = join(folder, "a.txt");
    writeFileSync(path, "old");
    const script = `import { replaceFile } from ${JSON.stringify(new URL("./atomic-file.ts", import.meta.url).href)};
    await replaceFile(process.argv[1], "x".repeat(5_000_000)).then(() => console.log("written"), (error) => console.log(error.code));`;
    const said = execFileSync(
      "bash",
      [
        "-c",
        'trap "" XFSZ; ulimit -f 1000; exec "$@"',
        "bash",
        process.execPath,
        "--input-type=module",
        "--eval",
        script,
        path,
      ],
      { encoding: "utf8" },
    );
    expect([said.trim(), readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["EFBIG", "old", ["a.txt"]]);
  },
);
