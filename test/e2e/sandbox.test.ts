import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processSupervisor } from "../../src/adapters/system/process/process-supervisor.ts";
import { tryBubblewrap } from "../../src/adapters/system/sandbox/try-bubblewrap.ts";
import { blockText } from "./agents/block-text.ts";
import { project } from "./repository.ts";

const tried = await (async () => {
  await using processes = processSupervisor();
  return tryBubblewrap(processes, { PATH: process.env["PATH"] ?? "" });
})();
if (tried.kind === "fails") console.warn(`SKIPPED: bubblewrap does not work here: ${tried.why}`);

/** An agent of a few shell lines, in the repository: what lies outside it could not even read. */
const agent = (...lines: readonly string[]): string =>
  ["cat > /dev/null", ...lines, "cat <<'EOF'", blockText(), "EOF", ""].join("\n");

const shut = (script: string, rc: Readonly<Record<string, string>> = {}) =>
  project({
    plan: 1,
    files: { "agent.sh": script },
    rc: { RALPH_SANDBOX: "bwrap", RALPH_AGENT_COMMAND: "sh agent.sh", RALPH_AGENT_FORMAT: "text", ...rc },
  });

const tick = "sed -i 's/\\[ \\]/[x]/' .ralph/fix_plan.md";

describe.skipIf(tried.kind === "fails")("G-8 a run with its agent behind walls", () => {
  test("work and commits land; the home is hidden, and nothing outside is written", async () => {
    await using it = await shut(
      agent(
        'ls -A "$HOME" > seen.txt',
        'cat "$HOME/secret" >> seen.txt 2>&1',
        'echo x > "$HOME/written"; echo x > /etc/ralph-was-here; echo x > /tmp/ralph-was-here',
        "echo y > work.txt",
        "git add work.txt seen.txt && git commit --quiet --message 'feat: work'",
        tick,
      ),
    );
    writeFileSync(join(it.env["HOME"] ?? "", "secret"), "hush");
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(await it.git("show", "main:seen.txt")).not.toMatch(/secret\n|hush/);
    expect(await it.git("show", "main:work.txt")).toBe("y");
    for (const path of [join(it.env["HOME"] ?? "", "written"), "/etc/ralph-was-here", "/tmp/ralph-was-here"])
      await expect(it.start("cat", [path]).ended).resolves.toMatchObject({ code: 1 });
  });

  test("a named path of the home is read, not written", async () => {
    await using it = await shut(
      agent('cat "$HOME/.tool/key" > seen.txt', 'echo x >> "$HOME/.tool/key"', "git add seen.txt", tick),
      { RALPH_SANDBOX_PATHS: ".tool" },
    );
    await it.start("mkdir", [join(it.env["HOME"] ?? "", ".tool")]).ended;
    writeFileSync(join(it.env["HOME"] ?? "", ".tool", "key"), "seen");
    await it.run();
    expect(await it.read("seen.txt")).toBe("seen");
    expect((await it.start("cat", [join(it.env["HOME"] ?? "", ".tool", "key")]).ended).stdout).toBe("seen");
  });

  test("what the agent does to the harness within its walls is put back as ever", async () => {
    await using it = await shut(agent("echo RALPH_GATE=true > .ralphrc", "echo y > work.txt", tick));
    const rc = await it.read(".ralphrc");
    const result = await it.run();
    expect(await it.read(".ralphrc")).toBe(rc);
    expect(result.warnings.map(({ code }) => code)).toContain("control_surface");
  });
});

test("G-8 a sandbox that is not here, or that the agent does not have, is refused before any work", async () => {
  await using it = await project({ plan: 1, rc: { RALPH_SANDBOX: "bwrap" } });
  const onlyGit = join(it.scratch, "bin");
  await it.start("mkdir", [onlyGit]).ended;
  symlinkSync((await it.start("which", ["git"]).ended).stdout.trim(), join(onlyGit, "git"));
  const ralph = join(import.meta.dirname, "../../bin/ralph.js");
  const outcome = await it.start(process.execPath, [ralph, "run", "--json"], { PATH: onlyGit }).ended;
  expect(await it.resultOf(outcome)).toMatchObject({
    endReason: "preflight_failed",
    message: expect.stringContaining("bubblewrap does not hold here"),
  });
  expect(it.calls()).toEqual([]);
  await using other = await project({ plan: 1, rc: { RALPH_SANDBOX: "agent" } });
  expect(await other.run()).toMatchObject({
    endReason: "preflight_failed",
    message: expect.stringContaining("no sandbox of its own"),
  });
  expect(other.calls()).toEqual([]);
});
