import { join } from "node:path";
import { EventsLog } from "../adapters/system/logs/events-log.ts";
import { LiveLog } from "../adapters/system/logs/live-log.ts";
import { StatusFile } from "../adapters/system/logs/status-file.ts";
import type { Policy } from "../core/policy.ts";
import { advance, newView, type RunView } from "../core/summary.ts";
import type { Stage } from "../core/step.ts";
import type { Watcher } from "../loop/tools.ts";
import { eventLine } from "../show/views/event-line.ts";
import { statusJson } from "../show/views/status-json.ts";
import type { World } from "./world.ts";

/** How a run is told while it goes on. */
export interface Look {
  readonly run: string;
  readonly policy: Policy;
  readonly root: string;
  readonly world: World;
  /** `live`: one calm view in a terminal; `lines`: a line an event; `events`: facts as JSON lines; `quiet`: nothing. */
  readonly mode: "live" | "lines" | "events" | "quiet";
}

/** Whoever looks on, for the time of the run. */
export interface Onlooker extends AsyncDisposable {
  readonly watch: Watcher;
  /** Draws for the last time and closes the files. Idempotent. */
  close(): Promise<void>;
}

const liveLogBytes = 5 * 1024 * 1024;

/** Tells a run: the terminal or its lines, and the compatibility files. Nothing here can end a run. */
export async function onlooker(look: Look): Promise<Onlooker> {
  const { run, root, world, mode } = look;
  const ralph = join(root, ".ralph");
  const screen = mode === "live" ? await (await import("../show/tui/live-view.ts")).openLiveView(world.stdout, world.now) : null;
  let view: RunView = newView(run, look.policy, world.now());
  let files: Files | null = null;
  let stage: Stage = "preflight";
  const warn = (message: string): void => world.stderr.write(`warning: ${message}\n`);
  const status = (): void => files?.status.set(statusJson(view, stage, process.pid));
  const say = (line: string): void => {
    files?.live.add(line);
    if (mode === "lines") world.stdout.write(`${line}\n`);
  };
  const watch: Watcher = {
    fact(entry) {
      if (mode === "events") world.stdout.write(`${JSON.stringify(entry)}\n`);
      if (entry.run !== run) return;
      if (entry.fact.kind === "run-started") files ??= openFiles(ralph, run, warn);
      view = advance(view, entry);
      files?.events.add([entry]);
      const line = eventLine(entry, view);
      if (line !== null) say(line);
      screen?.show(view, stage);
      if (entry.fact.kind !== "step-intended") status();
    },
    agent: (event) => screen?.agent(event),
    stage(next) {
      stage = next;
      screen?.show(view, stage);
      status();
    },
    waiting(why, until) {
      view = { ...view, waiting: { why, until } };
      say(`waiting: ${why}${until === null ? "" : ` until ${new Date(until).toISOString()}`}`);
      screen?.show(view, stage);
      status();
    },
  };
  const close = async (): Promise<void> => {
    await screen?.close();
    files?.status[Symbol.dispose]();
    files?.events[Symbol.dispose]();
    files?.live[Symbol.dispose]();
    files = null;
  };
  return { watch, close, [Symbol.asyncDispose]: close };
}

interface Files {
  readonly status: StatusFile;
  readonly events: EventsLog;
  readonly live: LiveLog;
}

const openFiles = (ralph: string, run: string, warn: (message: string) => void): Files => ({
  status: new StatusFile(join(ralph, "status.json"), warn),
  events: new EventsLog(join(ralph, "logs"), run, warn),
  live: new LiveLog(join(ralph, "live.log"), liveLogBytes, warn),
});
