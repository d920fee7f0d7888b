import type { Output, World } from "./world.ts";

/** The world as this process has it: the only place besides `main` that reads `process`. */
export function processWorld(): World {
  return {
    env: process.env,
    platform: process.platform,
    execPath: process.execPath,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    now: () => Date.now(),
    onInterrupt: (heard) => {
      const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
      for (const signal of signals) process.on(signal, heard);
      return { [Symbol.dispose]: () => signals.forEach((signal) => process.off(signal, heard)) };
    },
    onExit: (leaving) => {
      process.on("exit", leaving);
      return { [Symbol.dispose]: () => void process.off("exit", leaving) };
    },
    // A second Ctrl-C: whatever is under way is settled at the next start.
    exitNow: (code) => process.exit(code),
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY;
  // A reader that has gone away (a closed pipe) is no reason to end a run.
  stream.on("error", () => {});
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    hasColor: isTerminal && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb",
    columns: () => (isTerminal ? stream.columns : 80),
    rows: () => (isTerminal ? stream.rows : 24),
    onResize: (changed) => {
      stream.on("resize", changed);
      return { [Symbol.dispose]: () => void stream.off("resize", changed) };
    },
  };
}
