import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../testing/temp-folder.ts";
import { githubToken } from "./github-token.ts";

const url = "https://api.github.com";
const isNamed = false;

test("B-50 the key comes from the environment, GH_TOKEN first", async () => {
  expect(await githubToken({ url, isNamed, env: { GH_TOKEN: "a", GITHUB_TOKEN: "b" } })).toBe("a");
  expect(await githubToken({ url, isNamed, env: { GH_TOKEN: " ", GITHUB_TOKEN: "b" } })).toBe("b");
  const enterprise = { url: "https://github.example/api/v3", isNamed };
  expect(await githubToken({ ...enterprise, env: { GH_TOKEN: "a", GH_ENTERPRISE_TOKEN: "e" } })).toBe("e");
});

test("B-50 else from gh, for the host that is asked; without either there is none", async () => {
  const program = join(tempFolder("gh"), "gh");
  writeFileSync(program, `#!${process.execPath}\nconsole.log("of " + process.argv.slice(2).join(" "))`);
  chmodSync(program, 0o755);
  expect(await githubToken({ url, isNamed, env: {}, program })).toBe("of auth token --hostname github.com");
  expect(await githubToken({ url: "https://github.example/api/v3", isNamed, env: {}, program })).toBe(
    "of auth token --hostname github.example",
  );
  expect(await githubToken({ url, isNamed, env: {}, program: `${program}-missing` })).toBeNull();
});

test("the key of github.com goes to another host only where a person has named that", async () => {
  const elsewhere = { url: "https://github.example/api/v3", env: { GH_TOKEN: "a" }, program: "/nowhere/gh" };
  expect(await githubToken({ ...elsewhere, isNamed: false })).toBeNull();
  expect(await githubToken({ ...elsewhere, isNamed: true })).toBe("a");
});
