import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processSupervisor } from "../process/process-supervisor.ts";
import { type BubbleWalls, inBubble } from "./bubblewrap.ts";
import { tryBubblewrap } from "./try-bubblewrap.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const tried = await (async () => {
  await using processes = processSupervisor();
  return tryBubblewrap(processes, env);
})();
if (tried.kind === "fails") console.warn(`SKIPPED: bubblewrap does not work here: ${tried.why}`);

let folder: string;
let walls: BubbleWalls;
const at = (...path: readonly string[]): string => join(folder, ...path);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "bubble-")));
  for (const name of ["home/project/.git", "home/.agent", "home/.ssh", "other"])
    mkdirSync(at(name), { recursive: true });
  writeFileSync(at("home/.ssh/id"), "private");
  writeFileSync(at("home/.gitconfig"), "[user]\n");
  writeFileSync(at("home/.agent/hooks.json"), "{}");
  walls = {
    home: at("home"),
    readable: [at("home/.gitconfig"), at("home/.nothing")],
    writable: [at("home/.agent"), at("home/project")],
    fixed: [at("home/.agent/hooks.json")],
    network: true,
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a shell within says, and how it ended. */
const inside = (script: string, over: Partial<BubbleWalls> = {}): Promise<{ code: number; out: string }> => {
  const cwd = at("home/project");
  const { file, args } = inBubble({ file: "/bin/sh", args: ["-c", script], cwd }, { ...walls, ...over });
  return new Promise((done) => {
    execFile(file, args, { env: { ...env, HOME: at("home") } }, (error, stdout) =>
      done({ code: typeof error?.code === "number" ? error.code : 0, out: stdout.trim() }),
    );
  });
};

describe.skipIf(tried.kind === "fails")("G-8 bubblewrap", () => {
  test("the work tree is written, with git's folder in it, and what is outside is not", async () => {
    expect(await inside("echo x > a && echo y > .git/b && pwd")).toEqual({ code: 0, out: at("home/project") });
    expect(readFileSync(at("home/project/a"), "utf8")).toBe("x\n");
    for (const path of ["/etc/hosts", "/usr/x", at("home/.gitconfig"), "/opt"])
      expect((await inside(`echo x >> ${path}`)).code, path).not.toBe(0);
    // Beside the work tree there is nothing: what is written there is gone with the sandbox.
    await inside(`mkdir -p ${at("other")} && echo x > ${at("other/new")}`);
    expect(() => readFileSync(at("other/new"))).toThrow();
  });
  test("the home is hidden but for what is named, and that only as it is named", async () => {
    expect((await inside(`ls -A ${at("home")}`)).out.split("\n")).toEqual([".agent", ".gitconfig", "project"]);
    expect((await inside(`cat ${at("home/.ssh/id")}`)).code).not.toBe(0);
    expect((await inside(`cat ${at("home/.gitconfig")}`)).out).toBe("[user]");
    await inside(`echo s > ${at("home/.agent/session")}`);
    expect(readFileSync(at("home/.agent/session"), "utf8")).toBe("s\n");
    expect((await inside(`echo x > ${at("home/.agent/hooks.json")}`)).code).not.toBe(0);
    expect((await inside(`rm -f ${at("home/.agent/hooks.json")}`)).code).not.toBe(0);
  });
  test("what is named within something named comes with it, though a link leads there", async () => {
    symlinkSync("/usr/bin", at("home/tools"));
    mkdirSync(at("home/pack"));
    symlinkSync("/usr", at("home/pack/usr"));
    const readable = [at("home/pack/usr/bin"), at("home/pack"), at("home/tools")];
    expect((await inside(`${at("home/pack/usr/bin/env")} && ${at("home/tools/env")}`, { readable })).code).toBe(0);
  });
  test("/tmp is there, writable, and its own", async () => {
    writeFileSync(join(tmpdir(), "bubble-seen-by-nobody"), "x");
    const said = await inside("echo $TMPDIR; echo x > /tmp/scratch && ls /tmp /var/tmp");
    rmSync(join(tmpdir(), "bubble-seen-by-nobody"));
    expect(said.out).toMatch(/^\/tmp\n/);
    expect(said.out).toContain("scratch");
    expect(said.out).not.toContain("seen-by-nobody");
    expect(() => readFileSync("/tmp/scratch")).toThrow();
  });
  test("the network is there or not, as wanted", async () => {
    const server = createServer((_, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    // In bash, which stands where the sandbox always shows it; this Node may lie in a folder that is hidden.
    const knock = `bash ${at("home/project/knock.sh")} ${port}`;
    writeFileSync(
      at("home/project/knock.sh"),
      "exec 3<>/dev/tcp/127.0.0.1/$1 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -n 1 <&3\n",
    );
    try {
      expect((await inside(knock)).out).toBe("hello");
      expect((await inside(knock, { network: false })).code).not.toBe(0);
    } finally {
      server.close();
    }
  });
  test("no process outside can be seen or ended", async () => {
    expect((await inside("ls /proc | grep -c '^[0-9]'")).out).toMatch(/^[1-9]$/);
    expect((await inside(`kill -0 ${process.pid}`)).code).not.toBe(0);
  });
  test("the exit code is the program's own", async () => expect((await inside("exit 7")).code).toBe(7));
});
