import type { Command } from "commander";
import { judgeFindings } from "../../install/doctor/judge-findings.ts";
import { doctorText } from "../../show/status/doctor-text.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import { probe } from "../doctor/probe.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

/** The options of `ralph doctor`. */
export interface DoctorOptions {
  readonly json?: boolean;
}

/** Defines `ralph doctor`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--json", "print the checks as JSON")
    .addHelpText("after", "\nExamples:\n  ralph doctor\n  ralph doctor --json")
    .action((options: DoctorOptions) => done(doctorCommand(options, world)));
}

/** `ralph doctor`: looks at everything a run needs and says how to mend what is not right; exit code 1 if a run could not start. */
export async function doctorCommand({ json }: DoctorOptions, world: World): Promise<ExitCode> {
  const checks = judgeFindings(await probe(world));
  world.stdout.write(json === true ? `${JSON.stringify({ checks }, null, 2)}\n` : terminalSafe(doctorText(checks)));
  return checks.some(({ status }) => status === "failure") ? 1 : 0;
}
