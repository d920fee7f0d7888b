import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../testing/temp-folder.ts";
import { hookSettings } from "./hooks.ts";

/** The command that the settings give for an event, as the program hands it to its shell. */
function commandOf(settings: string, event: string): string {
  const { hooks }: { readonly hooks: Readonly<Record<string, readonly { hooks: readonly { command: string }[] }[]>> } =
    JSON.parse(settings);
  return hooks[event]?.[0]?.hooks[0]?.command ?? "";
}

test.each(["Ana Díaz", "it's $HOME", 'a;b `c` "d"'])(
  "F199 a hook below a folder called %s is what a shell starts, and nothing whose name is a part of it",
  (name) => {
    const home = tempFolder("hooks");
    const folder = join(home, name);
    mkdirSync(folder);
    const marker = join(home, "decoy-ran");
    const [first = ""] = name.split(" ");
    if (!existsSync(join(home, first))) {
      writeFileSync(join(home, first), `#!/bin/sh\n: > '${marker}'\n`);
      chmodSync(join(home, first), 0o755);
    }
    const file = join(folder, "ralph.cjs");
    writeFileSync(file, "console.log(JSON.stringify(process.argv.slice(2)))");
    const command = commandOf(hookSettings([process.execPath, file, "hook"]), "PreToolUse");
    const { stdout, status } = spawnSync("/bin/sh", ["-c", command], { cwd: home, encoding: "utf8" });
    expect([status, stdout.trim()]).toEqual([0, '["hook","claude","PreToolUse"]']);
    expect(existsSync(marker)).toBe(false);
  },
);
