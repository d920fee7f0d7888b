import { rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { loadConfig } from "../../config/load.ts";
import { policyOf } from "../../config/policy-of.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import type { Entry } from "../../core/fact.ts";
import { newInterruption } from "../../loop/interruption.ts";
import { refusal } from "../../show/cli/command-answer.ts";
import { adviceFor } from "../../show/report/advice.ts";
import { catchesIn } from "../../show/demo/demo-catches.ts";
import {
  demoClosing,
  demoEnds,
  type DemoName,
  demoOpening,
  type PlaybookDemo,
  playbookDemos,
  type ShownIssue,
} from "../../show/demo/demo-text.ts";
import { reportText } from "../../show/report/report-text.ts";
import { runJson } from "../../show/report/run-json.ts";
import { sourceOf } from "../backlog/source-of.ts";
import { badUse } from "../desk/exit-codes.ts";
import { tell } from "../desk/tell.ts";
import type { DemoServices, DemoTracker } from "../demo/demo-services.ts";
import { isVacant, makeDemoRepository } from "../demo/demo-repository.ts";
import { onlooker } from "../running/onlooker.ts";
import { packageRoot } from "../package-root.ts";
import type { CommandContext } from "../words/program.ts";
import { newRunId } from "../running/run-id.ts";
import { startRun, type Ended } from "../running/start-run.ts";
import type { ExitCode, World } from "../world/world.ts";

/** The options of `ralph demo`. */
export interface DemoOptions {
  /** Makes the repository here, and leaves it. */
  readonly dir?: string;
  readonly json?: boolean;
  readonly keep?: boolean;
  /** Which demo: by the playbook that it shows, or by the tracker. */
  readonly playbook?: PlaybookDemo;
  readonly tracker?: DemoTracker;
}

/** Defines `ralph demo`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--dir <folder>", "make the repository in this empty or new folder, and leave it there")
    .option("--keep", "leave the repository in the temporary folder")
    .option("--json", "print the result as one JSON object, with what was caught")
    .addOption(new Option("--playbook <name>", "show this way of working").choices(playbookDemos))
    .addOption(
      new Option("--tracker <name>", "show issues of a tracker that land by pull requests, all played on this machine")
        .choices(["linear", "github"] satisfies DemoTracker[])
        .conflicts("playbook"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  ralph demo\n  ralph demo --dir ../look-at-it\n  ralph demo --playbook crew\n  ralph demo --tracker linear",
    )
    .action((options: DemoOptions) => done(demoCommand(options, world)));
}

/** `ralph demo`: the whole loop in a small repository, from the first task to the report. Needs git and this Node only. */
export async function demoCommand(options: DemoOptions, world: World): Promise<ExitCode> {
  if (options.dir !== undefined && !(await isVacant(resolve(world.cwd, options.dir))))
    return tell(
      world,
      refusal(
        `The folder ${options.dir} is not empty.`,
        "Name a new or an empty one: ralph demo --dir FOLDER.",
        badUse,
      ),
      "text",
    );
  const folder =
    options.dir === undefined
      ? await realpath(await mkdtemp(join(tmpdir(), "ralph-demo-")))
      : resolve(world.cwd, options.dir);
  const name = options.tracker ?? options.playbook ?? "workflow";
  const stays = options.dir !== undefined || options.keep === true;
  using _folder = { [Symbol.dispose]: () => (stays ? undefined : remove(folder)) };
  const bare = demoWorld(world, folder);
  const env = agentEnvironment(bare.env, [], {});
  await using services = await servicesFor(options, env);
  const stage = { ...bare, env: { ...bare.env, ...services?.env } };
  await makeDemoRepository(folder, {
    assets: join(packageRoot(), "assets", "demo", options.tracker === undefined ? name : "tracker"),
    env,
    ...(services === null ? {} : { remote: services }),
  });
  if (options.json !== true) world.stdout.write(demoOpening(name, folder));
  const { ended, entries } = await playRun(stage, {
    quiet: options.json === true,
    leave: () => (stays ? undefined : remove(folder)),
    settings: services?.env ?? {},
  });
  return tellEnd(options, world, {
    name,
    ended,
    entries,
    kept: stays ? folder : null,
    issues: services?.issues() ?? [],
  });
}

/** What a demo with a tracker works with; nothing of it is loaded for the others. */
async function servicesFor(
  { tracker }: DemoOptions,
  env: Readonly<Record<string, string>>,
): Promise<DemoServices | null> {
  if (tracker === undefined) return null;
  const { demoServices } = await import("../demo/demo-services.ts");
  return demoServices(tracker, env);
}

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });

/** The world as the demo's run sees it: in its own folder, with this very Node first, and without a person's settings. */
function demoWorld(world: World, folder: string): World {
  const own = Object.entries(world.env).filter(([name]) => !name.startsWith("RALPH_"));
  const path = [dirname(world.execPath), world.env["PATH"] ?? ""].join(delimiter);
  return { ...world, cwd: folder, env: { ...Object.fromEntries(own), PATH: path } };
}

/** How the run is shown, and what is left to do where a second Ctrl-C ends the program at once. */
interface Manner {
  readonly quiet: boolean;
  readonly leave: () => void;
  /** Settings beside those of the repository: where the demo's services are. */
  readonly settings: Readonly<Record<string, string>>;
}

interface Played {
  readonly ended: Ended;
  readonly entries: readonly Entry[];
}

/** The run that `ralph run` would make here. */
async function playRun(world: World, { quiet, leave, settings }: Manner): Promise<Played> {
  const root = world.cwd;
  const run = newRunId(world.now());
  const { config } = await loadConfig({ root, env: settings });
  const policy = policyOf(config, {
    source: sourceOf(config, root),
    cap: null,
    once: false,
    optional: false,
    unattended: false,
    audit: false,
  });
  const interruption = newInterruption();
  let asked = 0;
  using _signals = world.onInterrupt(() => {
    asked += 1;
    if (asked === 1) return interruption.hear("stop");
    leave();
    return world.exitNow(exitCodeOf("interrupted"));
  });
  const entries: Entry[] = [];
  await using look = await onlooker({ run, policy, world, root, interruption, mode: quiet ? "quiet" : "lines" });
  const fact = (entry: Entry): void => {
    entries.push(entry);
    look.watch.fact(entry);
  };
  const watch = { ...look.watch, fact };
  const ended = await startRun({ run, cwd: root, config, policy, around: world, interruption, watch, now: world.now });
  return { ended, entries };
}

/** What was on the stage: which demo, where its repository is left, and how the issues of its tracker stand. */
interface Staged {
  readonly name: DemoName;
  readonly kept: string | null;
  readonly issues: readonly ShownIssue[];
}

function tellEnd(
  { json }: DemoOptions,
  { stdout }: World,
  { name, ended, entries, kept, issues }: Played & Staged,
): ExitCode {
  const { view } = ended;
  const advice = adviceOf(ended, kept);
  const result = {
    ...runJson(view, advice),
    catches: catchesIn(entries),
    folder: kept,
    ...(issues.length === 0 ? {} : { issues }),
  };
  // The end that the story has is no failure of the demo.
  const code = result.endReason === demoEnds[name] ? 0 : result.exitCode;
  if (json === true) {
    stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return code;
  }
  const report = reportText(view, advice);
  stdout.write(report);
  if (code === 0) stdout.write(`\n${demoClosing({ report, catches: result.catches, kept, issues })}`);
  return code;
}

/** What to do now; a repository that is gone is nothing to go on in. */
function adviceOf({ next, view }: Ended, kept: string | null): string {
  if (next !== "") return next;
  return kept === null ? "The repository is gone again; `ralph demo --keep` leaves it for a look." : adviceFor(view);
}
