import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Processes } from "../../../ports/processes.ts";
import { inBubble } from "./bubblewrap.ts";

/** Whether bubblewrap shuts in on this machine: tried with a real program, or why not. */
export type BubbleTried = { readonly kind: "holds" } | { readonly kind: "fails"; readonly why: string };

const answerWithinMs = 10_000;

/** What each line of the script would do where the wall has a hole: it says so. */
const script = `
( : > "$OUTSIDE/new" ) 2>/dev/null && echo "a file beside the work tree was written"
( : > /etc/ralph-was-here ) 2>/dev/null && echo "the system could be written"
[ -e "$HIDDEN/secret" ] && echo "the home could be read"
( : > inside ) 2>/dev/null || echo "the work tree can't be written"
( : > /tmp/own ) 2>/dev/null || echo "there is no temporary folder"
[ "$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)" = "" ] && echo "/proc is not there"
echo tried
`;

/** Starts a shell within bubblewrap and lets it knock on every wall. Writes into a folder made for that, and takes it away again. */
export async function tryBubblewrap(processes: Processes, env: Readonly<Record<string, string>>): Promise<BubbleTried> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ralph-bubble-")));
  const [tree, home, outside] = [join(folder, "tree"), join(folder, "home"), join(folder, "outside")];
  const said: string[] = [];
  try {
    await Promise.all([tree, home, outside].map((path) => mkdir(path)));
    await writeFile(join(home, "secret"), "secret");
    const walls = { home, readable: [], writable: [tree], fixed: [], network: false };
    const result = await processes.run(
      {
        ...inBubble({ file: "/bin/sh", args: ["-c", script], cwd: tree }, walls),
        cwd: folder,
        env: { ...env, OUTSIDE: outside, HIDDEN: home },
        stdin: null,
        limits: { totalMs: answerWithinMs, graceMs: 500 },
        marker: null,
      },
      { onLine: (text, stream) => void (stream === "stdout" && said.push(text)) },
      new AbortController().signal,
    );
    if (result.startError !== null) return { kind: "fails", why: result.startError.message };
    if (said.at(-1) !== "tried") return { kind: "fails", why: result.stderrTail.trim() || "bwrap said nothing" };
    const holes = [...said.slice(0, -1), ...(existsSync(join(outside, "new")) ? ["a file outside was written"] : [])];
    return holes.length === 0 ? { kind: "holds" } : { kind: "fails", why: holes.join("; ") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
