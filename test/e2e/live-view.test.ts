import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Terminal } from "../../src/show/tui/fixtures/terminal.ts";
import type { Acts } from "./agents/acts.ts";
import { honest } from "./agents/behaviours.ts";
import { onTerminal, type TerminalSession, whyNoTerminal } from "./pseudo-terminal.ts";
import { isAlive, type Project, project } from "./repository.ts";

const ralph = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "ralph.js"), "run"];
const whyNot = whyNoTerminal();
const title = whyNot === null ? "U-6 ralph run in a terminal" : `U-6 ralph run in a terminal (left out: ${whyNot})`;

/** Works at once, and then goes on for longer than any test. */
const endless: Acts = { lines: [{ type: "tool", name: "Edit", input: { path: "src/slow.js" } }], sleepLastMs: 120_000 };

const open = (it: Project, env: Readonly<Record<string, string>> = {}): TerminalSession =>
  onTerminal(ralph, {
    cwd: it.path,
    env: { ...it.env, NO_COLOR: "", TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
    columns: 80,
    rows: 24,
  });

/** The screen as the output leaves it. */
function screenOf(output: string, columns = 80, rows = 24): readonly string[] {
  const terminal = new Terminal(columns, rows);
  terminal.write(output);
  return terminal.text();
}

/** The cursor was hidden, and shown again after that. */
const cursorIsShown = (session: TerminalSession): boolean =>
  session.output().lastIndexOf("\u001b[?25h") > Math.max(0, session.output().lastIndexOf("\u001b[?25l"));

describe.skipIf(whyNot !== null)(title, () => {
  test("shows the stages one after the other, in place, and leaves the last frame above the report", async () => {
    await using it = await project({ plan: 2, agent: [{ ...honest, sleepFirstMs: 400 }], gate: ["sleep 1"] });
    using session = open(it);
    await session.seen(/▸ work/);
    await session.seen(/▸ gate/);
    expect(await session.ended).toBe(0);
    const screen = screenOf(session.output());
    expect(screen.filter((line) => line.startsWith("ralph "))).toHaveLength(1);
    expect(screen).toContain("ended     plan_complete");
    expect(screen.join("\n")).toMatch(/^landed {4}[0-9a-f]{10} {2}ABC-2 add the thing number 2$/m);
    expect(cursorIsShown(session)).toBe(true);
  });

  test("a resize redraws within the new width", async () => {
    await using it = await project({ agent: [endless] });
    using session = open(it);
    const before = await session.seen(/Edit src\/slow\.js/);
    session.resize(44, 20);
    const cleared = await session.seen(/\[J(?=.*Ctrl-C)/s, before);
    // What follows the clearing is the whole frame: on a terminal without bounds its lines show how long they really are.
    const lines = screenOf(session.output().slice(cleared), 500, 100);
    expect(lines.join("\n")).toContain("ABC-1  add the thing number 1");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(44);
    session.type("\u0003");
    expect(await session.ended).toBe(130);
  });

  test("L-28 Ctrl-C ends as interrupted, shows the cursor again and leaves no agent", async () => {
    await using it = await project({ agent: [endless] });
    using session = open(it);
    await session.seen(/Edit src\/slow\.js/);
    session.type("\u0003");
    expect(await session.ended).toBe(130);
    expect(screenOf(session.output())).toContain("ended     interrupted");
    expect(cursorIsShown(session)).toBe(true);
    expect(it.calls().map(({ pid }) => isAlive(pid))).toEqual([false]);
  });

  test("L-28 the first Ctrl-C says what is still done, a second ends at once and gives the terminal back as well", async () => {
    await using it = await project({ agent: [{ ...endless, isDeaf: true }] });
    using session = open(it);
    const before = await session.seen(/Edit src\/slow\.js/);
    session.type("\u0003");
    await session.seen(/ending the agent.*Ctrl-C again ends at once/s, before);
    session.type("\u0003");
    expect(await session.ended).toBe(130);
    expect(cursorIsShown(session)).toBe(true);
  });

  test.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])(
    "V046 with %j a line an event, and no control sequence",
    async (env) => {
      await using it = await project({ agent: [honest] });
      using session = open(it, env);
      expect(await session.ended).toBe(0);
      expect(session.output()).toMatch(/#1 ABC-1 landed as [0-9a-f]{10}; 0 open/);
      expect(session.output()).not.toContain("\u001b");
    },
  );
});
