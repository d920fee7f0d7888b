import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../architecture/modules.ts";

// The repository brings its own Node as a development dependency, so that whoever has an older one can still build and test it.

/** PATH as it was before npm put the repository's programs in front. */
const outerPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

const isNewEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
};

test("npm runs the repository's programs on a Node that can run them, whatever the machine's own is", () => {
  const npm = spawnSync("npm", ["exec", "--offline", "--", "node", "--version"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: outerPath },
  });
  expect(npm.stderr).toBe("");
  expect(npm.stdout.trim()).toSatisfy(isNewEnough);
});

test("the tests themselves run on it", () => {
  expect(process.version).toSatisfy(isNewEnough);
});

test("an older Node is told what is wrong, and how to start with the repository's own", () => {
  const older = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
  const args = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, join(root, "bin", "ralph.js"), "run"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ status, isNamed: stderr.includes("Node 22.13 or newer; this is 20.20.2") }).toEqual({
    status: 2,
    isNamed: true,
  });
  expect(stderr).toContain(`${join(root, "node_modules", "node", "bin", "node")} ${join(root, "bin", "ralph.js")}`);
});

test("the package asks for it", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(">=22.13");
});
