import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { terminalLine } from "../../guard/paths/escape.ts";
import { agentFinished, taskClaimed } from "../../testing/sample-facts.ts";
import { runStarted, sampleStart, sampleView } from "../../testing/sample-run.ts";
import { Terminal } from "./fixtures/terminal.ts";
import { type LiveView, openLiveView } from "./live-view.ts";

const view = sampleView([runStarted(), taskClaimed("T-1")]);
const text = (words: string) => ({ type: "text", text: words, sub: false }) as const;

/** A terminal of its own with a view on it, under a clock that stands until the test lets it go on. */
function opened(columns = 80, rows = 24, ascii = false) {
  const terminal = new Terminal(columns, rows);
  let resized = (): void => {};
  const live: LiveView = openLiveView(
    {
      write: (piece) => terminal.write(piece),
      columns: () => terminal.columns(),
      rows: () => terminal.rows(),
      onResize: (changed) => {
        resized = changed;
        return { [Symbol.dispose]: () => void (resized = () => {}) };
      },
    },
    { now: () => Date.now(), escape: terminalLine, ascii },
  );
  return { terminal, live, resized: () => resized() };
}

beforeEach(() => {
  vi.useFakeTimers({ now: sampleStart });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("U-6 the view is calm", () => {
  test("a flood of events draws at most four times a second", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    for (let at = 0; at < 1_000; at += 1) {
      live.agent(text(`word ${at}`));
      vi.advanceTimersByTime(1);
    }
    expect(terminal.written.length).toBeGreaterThan(1);
    expect(terminal.written.length).toBeLessThanOrEqual(5);
    vi.advanceTimersByTime(250);
    expect(terminal.text().join("\n")).toContain("word 999");
  });

  test("time passes on the screen while nothing happens, once a second", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    const drawn = terminal.written.length;
    vi.advanceTimersByTime(10_000);
    expect(terminal.written.length - drawn).toBe(10);
    expect(terminal.text().join("\n")).toContain("▸ work 10 s");
  });

  test("nothing is written before there is something to show, and nothing after the end", async () => {
    const { terminal, live, resized } = opened();
    live.agent(text("early"));
    resized();
    expect(terminal.written).toEqual([]);
    live.show(view, "work");
    await live.close();
    const drawn = terminal.written.length;
    live.show(view, "gate");
    live.agent(text("late"));
    await live.close();
    vi.advanceTimersByTime(5_000);
    expect(terminal.written.length).toBe(drawn);
  });
});

describe("the terminal is given back", () => {
  test("at the end the last frame stays, and the cursor is shown below it", async () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    expect(terminal.isCursorShown).toBe(false);
    await live.close();
    expect(terminal.isCursorShown).toBe(true);
    terminal.write("$ ");
    expect(terminal.text().at(-1)).toBe("$");
    expect(terminal.text().join("\n")).toContain("T-1  Do T-1");
  });

  test("at once, for a process that is about to be gone", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    live.restore();
    expect(terminal.isCursorShown).toBe(true);
  });

  test("a view that was never drawn leaves no trace", async () => {
    const { terminal, live } = opened();
    await live.close();
    expect(terminal.written).toEqual([]);
  });
});

describe("what happens is shown", () => {
  test("a resize redraws within the new width", () => {
    const { terminal, live, resized } = opened();
    terminal.write("before\r\n");
    live.show(view, "work");
    terminal.resize(30, 24);
    resized();
    vi.advanceTimersByTime(250);
    const lines = terminal.text();
    expect(lines[0]).toBe("before");
    expect(lines.filter((line) => line.startsWith("ralph"))).toHaveLength(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
  });

  test("V046 a terminal that does not know its size is taken for 80×24", () => {
    const { terminal, live } = opened(0, 0);
    live.show(view, "work");
    expect(terminal.written.join("")).toContain("Ctrl-C stops and keeps the work");
  });

  test("V046 where only ASCII can be shown, nothing else is written", () => {
    const { terminal, live } = opened(80, 24, true);
    live.show(view, "work");
    live.agent(text("日本 · é"));
    vi.advanceTimersByTime(250);
    // oxlint-disable-next-line no-control-regex
    expect(terminal.written.join("")).toMatch(/^[\u0000-\u007f]*$/);
    expect(terminal.text().join("\n")).toContain("???? - ?");
  });

  test("a note stays above the view", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    live.note("warning: the disk is slow");
    expect(terminal.text()[0]).toBe("warning: the disk is slow");
    expect(terminal.text()[1]).toMatch(/^ralph/);
  });

  test("a note that comes after the end is a plain line", async () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    await live.close();
    live.note("late");
    vi.advanceTimersByTime(5_000);
    expect(terminal.text().at(-1)).toBe("late");
  });

  test("L-28 a wish is answered before the run has come to it", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    live.wish("stop");
    vi.advanceTimersByTime(250);
    expect(terminal.text().at(-1)).toBe("Ctrl-C again ends at once");
  });

  test("the money of a call is counted once: while it goes on, and when it is booked", () => {
    const { terminal, live } = opened();
    live.show(view, "work");
    live.calling({ role: "implementer", round: 1, purpose: "task" });
    live.agent({ type: "cost", usd: 0.5 });
    vi.advanceTimersByTime(250);
    expect(terminal.text().join("\n")).toContain("spent     0.50 USD");
    live.show(sampleView([runStarted(), taskClaimed("T-1"), agentFinished({ costUsd: 0.5 })]), "work");
    vi.advanceTimersByTime(250);
    expect(terminal.text().join("\n")).toContain("spent     0.50 USD");
  });
});
