import { program } from "./words/program.ts";
import { processWorld } from "./world/process-world.ts";

// The door of the program, and the only place that sets its exit code.
const world = processWorld();
try {
  process.exitCode = await program(world, process.argv.slice(2));
} catch (error) {
  // Loaded only now: the texts know every port, and a start that goes well has no use for them.
  const [{ problemOf }, { exitCodeOf }] = await Promise.all([import("./problems.ts"), import("../core/end-reason.ts")]);
  const debug = process.argv.includes("--debug");
  const problem = problemOf(error);
  if (problem !== null && !debug) {
    process.stderr.write(`${problem.message}\n${problem.next}\n`);
    process.exitCode = exitCodeOf(problem.reason);
  } else {
    const text = error instanceof Error ? (debug ? (error.stack ?? error.message) : error.message) : String(error);
    process.stderr.write(
      `ralph has an internal error: ${text}\n${debug ? "" : "Run again with --debug for the stack, and report it.\n"}`,
    );
    process.exitCode = exitCodeOf("internal_error");
  }
}
