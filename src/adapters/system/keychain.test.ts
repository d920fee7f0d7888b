import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../testing/temp-folder.ts";
import { keychainSecret } from "./keychain.ts";

/** A program of the keychain that shows how it was asked, or fails. */
function played(name: string, script: string): string {
  const folder = tempFolder("keychain");
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}
const asked = "console.log(process.argv.slice(2).join(' '))";

test.each([
  ["darwin", "security", "find-generic-password -s LINEAR_API_KEY -w"],
  ["linux", "secret-tool", "lookup service LINEAR_API_KEY"],
] as const)("B-40 on %s the keychain is asked by %s", async (platform, name, expected) => {
  const PATH = played(name, asked);
  expect(await keychainSecret("LINEAR_API_KEY", { env: { PATH }, platform })).toBe(expected);
});

test("no such program, none that knows it, and a system without one: there is no secret", async () => {
  const none = { env: { PATH: tempFolder("empty") } };
  expect(await keychainSecret("X", { ...none, platform: "linux" })).toBeNull();
  expect(await keychainSecret("X", { ...none, platform: "win32" })).toBeNull();
  const PATH = played("secret-tool", "process.exit(1)");
  expect(await keychainSecret("X", { env: { PATH }, platform: "linux" })).toBeNull();
});
