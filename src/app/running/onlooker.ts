import { join } from "node:path";
import { EventsLog } from "../../adapters/system/logs/events-log.ts";
import { LiveLog } from "../../adapters/system/logs/live-log.ts";
import { StatusFile } from "../../adapters/system/logs/status-file.ts";
import type { Entry } from "../../core/fact.ts";
import type { Policy } from "../../core/policy.ts";
import { advance, newView, type RunView } from "../../core/summary.ts";
import type { Stage } from "../../core/step.ts";
import { terminalLine } from "../../guard/paths/escape.ts";
import type { Interruption } from "../../loop/interruption.ts";
import type { Watcher } from "../../loop/tools.ts";
import type { LiveView } from "../../show/tui/live-view.ts";
import { eventLine, waitLine, wishLine } from "../../show/live/event-line.ts";
import { outsideText } from "../../show/text/outside-text.ts";
import { statusJson } from "../../show/status/status-json.ts";
import { maskerOf } from "../compose/compose.ts";
import type { World } from "../world/world.ts";

/** How a run is told while it goes on. */
export interface Look {
  readonly run: string;
  readonly policy: Policy;
  readonly root: string;
  readonly world: World;
  /** Tells wishes the moment they come; without it they are told once they are kept. */
  readonly interruption?: Interruption;
  /** `live`: one calm view in a terminal; `lines`: a line an event; `events`: facts as JSON lines; `quiet`: nothing. */
  readonly mode: "live" | "lines" | "events" | "quiet";
}

/** Whoever looks on, for the time of the run. */
export interface Onlooker extends AsyncDisposable {
  readonly watch: Watcher;
  /** The run as far as it has been told. */
  readonly view: () => RunView;
  /** Draws for the last time and closes the files. Idempotent. */
  close(): Promise<void>;
}

const liveLogBytes = 5 * 1024 * 1024;

/** Tells a run: the terminal or its lines, and the compatibility files. Nothing here can end a run. */
export async function onlooker(look: Look): Promise<Onlooker> {
  const { run, root, world, mode, interruption } = look;
  const ralph = join(root, ".ralph");
  const screen = mode === "live" ? await openScreen(world) : null;
  let view: RunView = newView(run, look.policy, world.now());
  let files: Files | null = null;
  let stage: Stage = "preflight";
  const warn = (message: string): void =>
    screen === null ? world.stderr.write(`warning: ${message}\n`) : screen.note(`warning: ${message}`);
  const status = (): void => files?.status.set(statusJson(view, stage, process.pid));
  const say = (line: string): void => {
    const safe = outsideText(line, terminalLine);
    files?.live.add(safe);
    if (mode === "lines") world.stdout.write(`${safe}\n`);
  };
  const watch: Watcher = {
    fact(entry) {
      if (mode === "events") world.stdout.write(`${JSON.stringify(entry)}\n`);
      if (entry.run !== run) return;
      if (entry.fact.kind === "run-started") files ??= openFiles(ralph, run, warn);
      view = settled(advance(view, entry), entry);
      files?.events.add([entry]);
      // A wish was told when it came.
      const line = entry.fact.kind === "wish-heard" && interruption !== undefined ? null : eventLine(entry, view);
      if (line !== null) say(line);
      if (entry.fact.kind === "step-intended" && entry.fact.step.do === "work") screen?.calling(entry.fact.step);
      screen?.show(view, stage);
      if (entry.fact.kind !== "step-intended") status();
    },
    agent: (event) => screen?.agent(event),
    alive: (activity) => screen?.alive(activity),
    stage(next) {
      stage = next;
      screen?.show(view, stage);
      status();
    },
    waiting(why, until) {
      const waiting = { why, until };
      view = { ...view, waiting };
      say(waitLine(waiting, world.now()));
      screen?.show(view, stage);
      status();
    },
  };
  const hearing = interruption?.listen((wish) => {
    screen?.wish(wish);
    say(wishLine(wish, stage, view, world.now()));
  });
  const leaving = world.onExit(() => screen?.restore());
  const close = async (): Promise<void> => {
    hearing?.[Symbol.dispose]();
    await screen?.close();
    leaving[Symbol.dispose]();
    files?.status[Symbol.dispose]();
    files?.events[Symbol.dispose]();
    files?.live[Symbol.dispose]();
    files = null;
  };
  return { watch, view: () => view, close, [Symbol.asyncDispose]: close };
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

/** A wait that is over is no longer waited for, whatever comes next. */
const settled = (view: RunView, entry: Entry): RunView =>
  entry.fact.kind === "waited" ? { ...view, waiting: null } : view;

/** The live view, loaded only where there is a terminal. Secrets are masked in what an agent says while it works. */
async function openScreen({ stdout, env, now }: World): Promise<LiveView> {
  const [{ openLiveView }, { showsOnlyAscii }] = await Promise.all([
    import("../../show/tui/live-view.ts"),
    import("../../show/tui/ascii.ts"),
  ]);
  const masker = maskerOf(env);
  return openLiveView(stdout, { now, escape: (text) => terminalLine(masker.mask(text)), ascii: showsOnlyAscii(env) });
}
