import { type Command, Option } from "commander";
import { loadConfig } from "../../config/load.ts";
import { problemText } from "../../config/problem.ts";
import type { Config } from "../../config/schema.ts";
import { inHelp, rows } from "../../config/table.ts";
import { policyOf } from "../../config/policy-of.ts";
import { type EndReason, exitCodeOf } from "../../core/end-reason.ts";
import { emptyPolicy } from "../../core/policy.ts";
import { advance, newView, type RunView } from "../../core/summary.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import { newInterruption } from "../../loop/interruption.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { runJson } from "../../show/report/run-json.ts";
import { adviceFor } from "../../show/report/advice.ts";
import { sourceOf } from "../backlog/source-of.ts";
import { agentWritesRefusals } from "../../core/tracker/agent-writes-refusals.ts";
import { notYet, passedOver } from "../not-yet.ts";
import { tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import { type RunArguments, runArguments } from "../words/run-arguments.ts";
import { newRunId } from "../running/run-id.ts";
import { startRun, type Ended, type Start } from "../running/start-run.ts";
import { onlooker } from "../running/onlooker.ts";
import type { ExitCode, World } from "../world/world.ts";
import { rootOf } from "../root.ts";

/** The options of `ralph run` that are no settings. */
export interface RunOptions {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly once?: boolean;
  readonly optional?: boolean;
  readonly unattended?: boolean;
  readonly audit?: boolean;
  readonly dryRun?: boolean;
  readonly worktree?: boolean;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** What the words behind the command ask for. */
  readonly words: RunArguments;
}

/** Defines `ralph run`. Its settings are options too, from the one table. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("[arguments...]", "a number: attempt at most that many tasks; a milestone such as M58: work on that one")
    .option("--json", "print the result as one JSON object at the end")
    .option("--events", "print each fact as it happens, as one line of JSON")
    .option("--once", "work one iteration")
    .option("--optional", "work the optional sections too")
    .option("--unattended", "wait out an open circuit breaker instead of trying at once")
    .option("--audit", "work read-only audit tasks")
    .option("--worktree", "work in a git work tree of the run's own, beside your uncommitted changes")
    .option("--dry-run", "say what would be done, and do nothing")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph run\n  ralph run 3 --max-cost 5\n  ralph run --once --json\n  ralph run M58 5\n  ralph run --worktree",
    );
  for (const { setting } of rows)
    if (setting.flag !== undefined) command.addOption(new Option(`--${setting.flag}`, inHelp(setting)));
  command.action((words: readonly string[], options: Record<string, string | boolean | undefined>) =>
    done(runCommand({ ...options, flags: options, words: runArguments(words) }, world)),
  );
}

/** `ralph run`: one run to its end, told as it goes, and its result. */
export async function runCommand(options: RunOptions, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  const loaded = await loadConfig({ root, env: world.env, flags: options.flags });
  const errors = loaded.problems.filter((problem) => problem.severity === "error");
  // Errors end the start and are its message; with --json that is on stdout, and people see them here.
  for (const problem of loaded.problems)
    if (problem.severity === "warning" || (problem.severity === "error" && options.json === true))
      world.stderr.write(`${terminalSafe(problemText(problem))}\n`);
  const run = newRunId(world.now());
  const { cap, milestone, problem } = options.words;
  if (problem !== null) return tellEnd(options, world, refusedConfig(run, [problem], world.now()));
  const source = sourceOf(loaded.config, root);
  const config: Config = {
    ...loaded.config,
    source,
    plan: milestone === null ? loaded.config.plan : { ...loaded.config.plan, filter: milestone },
  };
  for (const words of passedOver(config)) world.stderr.write(`${terminalSafe(`warning: ${words}`)}\n`);
  const policy = policyOf(config, {
    source,
    cap,
    once: options.once === true,
    optional: options.optional === true,
    unattended: options.unattended === true,
    audit: options.audit === true,
  });
  const refusals = errors.length > 0 ? errors.map(problemText) : [...notYet(config), ...agentWritesRefusals(policy)];
  if (refusals.length > 0) return tellEnd(options, world, refusedConfig(run, refusals, world.now()));
  if (options.dryRun === true) return (await import("./dry-run.ts")).dryRun(config, policy, root, world);
  const interruption = newInterruption();
  let seen = (): RunView => newView(run, policy, world.now());
  let asked = 0;
  using _signals = world.onInterrupt(() => {
    asked += 1;
    if (asked > 1) leaveAtOnce(options, world, seen());
    interruption.hear("stop");
  });
  await using look = await onlooker({ run, policy, world, root, interruption, mode: modeOf(options, world) });
  seen = look.view;
  const start: Start = {
    run,
    cwd: world.cwd,
    config,
    policy,
    beside: options.worktree === true,
    around: world,
    interruption,
    watch: look.watch,
    now: world.now,
  };
  const ended = await startRun(start);
  await look.close();
  const code = await tellEnd(options, world, ended);
  // Told as an end of the run; the door shows it once more, with its stack if that is wanted.
  if (ended.fault !== undefined) throw ended.fault;
  return code;
}

/** A second Ctrl-C: nothing is waited for, but whoever asked for JSON gets it, as far as the run came. */
function leaveAtOnce(options: RunOptions, world: World, view: RunView): void {
  if (options.json === true) {
    const ended = view.end === null ? endedNow(view, world.now(), "interrupted", "It was interrupted twice.") : view;
    const result = runJson(ended, adviceFor(ended));
    tell(world, jsonAnswer(result, result.exitCode), "json");
  }
  world.exitNow(exitCodeOf("interrupted"));
}

const endedNow = (view: RunView, at: number, reason: EndReason, message: string): RunView =>
  advance(view, { seq: 0, run: view.run, iteration: 0, at, fact: { kind: "run-ended", reason, message, left: null } });

const modeOf = (options: RunOptions, world: World): "live" | "lines" | "events" | "quiet" => {
  if (options.events === true) return "events";
  if (options.json === true) return "quiet";
  // NO_COLOR and a dumb terminal ask for plain lines: the view can't be drawn without moving the cursor.
  return world.stdout.isTerminal && world.stdout.hasColor ? "live" : "lines";
};

/** A configuration with errors: the run ends before anything is opened. */
function refusedConfig(run: string, lines: readonly string[], now: number): Ended {
  const message = lines.join("\n");
  const view = endedNow(newView(run, emptyPolicy, now), now, "config_invalid", message);
  return { view, next: "Mend it, then start again; `ralph config` shows each setting and where it comes from." };
}

async function tellEnd(options: RunOptions, world: World, { view, next }: Ended): Promise<ExitCode> {
  const advice = next === "" ? adviceFor(view) : next;
  const result = runJson(view, advice);
  const { exitCode } = result;
  if (options.json === true) return tell(world, jsonAnswer(result, exitCode), "json");
  if (view.state.run === null) return tell(world, refusal(view.end?.message ?? "", advice, exitCode), "text");
  if (options.events === true) return exitCode;
  const { reportText } = await import("../../show/report/report-text.ts");
  return tell(world, textAnswer(reportText(view, advice), exitCode), "text");
}
