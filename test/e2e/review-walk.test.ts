import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { honest } from "./agents/behaviours.ts";
import { onTerminal, type TerminalSession, whyNoTerminal } from "./pseudo-terminal.ts";
import { type Project, project } from "./repository.ts";

const ralph = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "ralph.js"), "review"];
const whyNot = whyNoTerminal();
const title =
  whyNot === null ? "P-45 ralph review in a terminal" : `P-45 ralph review in a terminal (left out: ${whyNot})`;

const open = (it: Project): TerminalSession =>
  onTerminal(ralph, {
    cwd: it.path,
    env: { ...it.env, NO_COLOR: "1", TERM: "xterm-256color", LANG: "C.UTF-8" },
    columns: 100,
    rows: 40,
  });

/** Three tasks that have landed, and nobody has looked at. */
async function landed(): Promise<Project> {
  const it = await project({ plan: 3, agent: [honest] });
  expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 3 } });
  return it;
}

const waiting = async (it: Project): Promise<number> => {
  const list: unknown = JSON.parse((await it.ralph("review", "--json")).stdout);
  return Array.isArray(list) ? list.length : 0;
};

describe.skipIf(whyNot !== null)(title, () => {
  test("walks by one key a landing: a diff settles none, the others accept, take back and leave", async () => {
    await using it = await landed();
    using session = open(it);
    const first = await session.seen(/\[1\/3\] a accept {3}r revert {3}d diff/);
    session.type("d");
    const afterDiff = await session.seen(/\+export const name = 'ABC-\d'[\s\S]*\[1\/3\] /, first);
    session.type("x");
    const unmoved = await session.seen(/\[1\/3\] /, afterDiff);
    session.type("a");
    const second = await session.seen(/\[2\/3\] /, unmoved);
    session.type("r");
    const third = await session.seen(/is reverted by [0-9a-f]{10}; ABC-\d is open again\.[\s\S]*\[3\/3\] /, second);
    session.type("s");
    await session.seen(/That was all\./, third);
    expect(await session.ended).toBe(0);
    expect(await waiting(it)).toBe(1);
    expect(await it.items("open")).toHaveLength(1);
    expect(await it.git("log", "-1", "--format=%s")).toMatch(/revert/i);
    expect(await it.git("status", "--porcelain")).toBe("");
  });

  test("q and Ctrl-C end it, and what was not decided waits on", async () => {
    await using it = await landed();
    for (const key of ["q", "\u0003"]) {
      using session = open(it);
      await session.seen(/\[1\/3\] /);
      session.type(key);
      expect(await session.ended).toBe(0);
    }
    expect(await waiting(it)).toBe(3);
  });
});
