import type { RunView } from "../../core/summary.ts";
import type { Stage } from "../../core/step.ts";
import { type AgentNews, alive, type CallWanted, hear, newActivity, type Signs } from "../live/activity.ts";
import type { Escape } from "../text/outside-text.ts";
import { asciiLine } from "./ascii.ts";
import { frame } from "./frame.ts";
import { cursorBack, type Drawn, erase, redraw } from "./redraw.ts";
import type { Asked, Scene, Size } from "./scene.ts";

/** A terminal to draw on. A size of 0 means that it does not know its own. */
export interface Screen {
  write(text: string): void;
  columns(): number;
  rows(): number;
  onResize(changed: () => void): Disposable;
}

/** What a view is given of the outside: the time (ms since 1970), how text from outside is escaped, and which signs show. */
export interface Surroundings {
  readonly now: () => number;
  readonly escape: Escape;
  readonly ascii: boolean;
}

/** The calm view of one run: told what happens, it draws by itself, at most four times a second. Nothing here throws for what is shown. */
export interface LiveView {
  show(view: RunView, stage: Stage): void;
  /** An agent is about to be called. */
  calling(call: CallWanted): void;
  agent(event: AgentNews): void;
  /** What the agent's processes were seen to do. */
  alive(signs: Signs): void;
  /** Somebody has asked something of the run. */
  wish(wish: "pause" | "resume" | "stop" | "stop-after-task"): void;
  /** A line that stays, above the view. */
  note(line: string): void;
  /** Draws for the last time, leaves the frame where it is and shows the cursor again. Idempotent. */
  close(): Promise<void>;
  /** Gives the terminal back at once, for a process that is about to end. Idempotent. */
  restore(): void;
}

const shortestPauseMs = 250;
const tickMs = 1_000;
const unknownSize: Size = { columns: 80, rows: 24 };

/** Opens the view. It draws below what stands on the screen, once there is something to show. */
export const openLiveView = (screen: Screen, around: Surroundings): LiveView => new DrawnView(screen, around);

class DrawnView implements LiveView {
  readonly #screen: Screen;
  readonly #around: Surroundings;
  readonly #resizing: Disposable;
  #scene: Scene | null = null;
  #activity;
  #asked: Asked = { stop: "no", paused: false };
  #drawn: Drawn | null = null;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(screen: Screen, around: Surroundings) {
    this.#screen = screen;
    this.#around = around;
    this.#activity = newActivity(null, around.now());
    this.#resizing = screen.onResize(() => this.#changed());
  }

  show(view: RunView, stage: Stage): void {
    const now = this.#around.now();
    const before = this.#scene;
    // A call that has been booked is part of what the run has spent.
    if (before !== null && before.view.state.spent !== view.state.spent)
      this.#activity = { ...this.#activity, tokens: null, costUsd: null };
    const stageSince = before?.stage === stage ? before.stageSince : now;
    this.#scene = {
      view,
      stage,
      stageSince,
      activity: this.#activity,
      asked: this.#asked,
      now,
      escape: this.#around.escape,
    };
    this.#changed();
  }

  calling(call: CallWanted): void {
    this.#activity = newActivity(call, this.#around.now());
    this.#changed();
  }

  agent(event: AgentNews): void {
    this.#activity = hear(this.#activity, event, this.#around.now());
    this.#changed();
  }

  alive(signs: Signs): void {
    this.#activity = alive(this.#activity, signs);
    this.#changed();
  }

  wish(wish: Parameters<LiveView["wish"]>[0]): void {
    this.#asked = asked(this.#asked, wish);
    this.#changed();
  }

  note(line: string): void {
    const drawn = this.#closed ? null : this.#drawn;
    this.#screen.write(`${drawn === null ? "" : erase(drawn)}${line}\r\n`);
    if (drawn === null) return;
    this.#drawn = null;
    this.#draw();
  }

  close(): Promise<void> {
    if (!this.#closed && this.#scene !== null) this.#draw();
    this.restore();
    return Promise.resolve();
  }

  restore(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#resizing[Symbol.dispose]();
    if (this.#drawn !== null) this.#screen.write(`\r\n${cursorBack}`);
  }

  /** Draws now, or when the shortest pause since the last time is over. */
  #changed(): void {
    if (this.#closed || this.#scene === null) return;
    const wait = this.#drawnAt + shortestPauseMs - this.#around.now();
    if (wait <= 0) this.#draw();
    else this.#drawIn(wait);
  }

  /** The one timer: an earlier drawing takes the place of a later one. Never keeps the process alive. */
  #drawIn(ms: number): void {
    const at = this.#around.now() + ms;
    if (this.#timer !== null && this.#dueAt <= at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => this.#draw(), ms).unref();
  }
  #dueAt = 0;

  #draw(): void {
    if (this.#scene === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#around.now();
    const size = this.#size();
    const lines = frame({ ...this.#scene, activity: this.#activity, asked: this.#asked, now }, size);
    const after: Drawn = { lines: this.#around.ascii ? lines.map(asciiLine) : lines, size };
    this.#screen.write(redraw(this.#drawn, after));
    this.#drawn = after;
    this.#drawnAt = now;
    // Time passes on the screen as well.
    this.#drawIn(tickMs);
  }

  #size(): Size {
    return { columns: this.#screen.columns() || unknownSize.columns, rows: this.#screen.rows() || unknownSize.rows };
  }
}

function asked(before: Asked, wish: Parameters<LiveView["wish"]>[0]): Asked {
  switch (wish) {
    case "pause":
      return { ...before, paused: true };
    case "resume":
      return { ...before, paused: false };
    case "stop":
      return { ...before, stop: "now" };
    case "stop-after-task":
      return { ...before, stop: before.stop === "now" ? "now" : "after-task" };
  }
}
