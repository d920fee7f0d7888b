#!/usr/bin/env node
// The launcher: plain enough for any Node to read, so that an old one is told what is wrong. It loads as little as it can.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  const [{ existsSync }, { fileURLToPath }] = await Promise.all([import("node:fs"), import("node:url")]);
  const [own, self] = ["../node_modules/node/bin/node", "ralph.js"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const way = existsSync(own) ? `, or start it by the one that came with it:\n${own} ${self}` : ".";
  console.error(
    `ralph needs Node 22.13 or newer; this is ${process.versions.node}.\nInstall a newer Node (https://nodejs.org)${way}`,
  );
  process.exit(2);
}
// Taken whole: an import statement would load what is lazy in them as well, all of the streams with `fs`.
const builtin = process.getBuiltinModule;
const [command, ...words] = process.argv.slice(2);
const isVersion = command === "--version" || command === "-V";
// A run waits most of its time and does little in between. What V8's optimizing compilers took for that little (8 MB of pages, and
// time that was never earned back) stays with us; a young generation that grows at the start holds 2 MB for nothing. Set before
// the cache is opened, which is kept by flags.
if (command === "run") builtin("node:v8").setFlagsFromString("--no-opt --no-maglev --semi-space-growth-factor=1");
if (!isVersion) builtin("node:module").enableCompileCache();
if (isVersion) {
  const { version } = JSON.parse(builtin("node:fs").readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.on("error", () => {}).write(`${version}\n`);
} else if ((command === "--help" || command === "-h") && words.length === 0) {
  await import("../dist/help.js");
} else if (command === "hook") {
  const { hook } = await import("../dist/hook.js");
  process.exitCode = await hook(process.argv.slice(3));
} else if (command === "status" && words.every((word) => word === "--json")) {
  const { status } = await import("../dist/status.js");
  await status({ json: words.length > 0 });
} else if (command === "play") {
  await import("../dist/play.js");
} else if (command === "acp") {
  await import("../dist/acp.js");
} else {
  await import("../dist/main.js");
}
