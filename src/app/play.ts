import { play } from "../adapters/agents/script/play.ts";

// The door of the script agent's player: `ralph play FILE`, started by the harness as any other agent program is.
const [, , , file] = process.argv;

// The prompt is no part of a script, but whoever writes it must not find the pipe closed.
process.stdin.resume();
const code = await play(file ?? "", {
  env: process.env,
  cwd: process.cwd(),
  now: () => Date.now(),
  write: (text) =>
    new Promise((done, failed) => process.stdout.write(text, (error) => (error ? failed(error) : done()))),
  complain: (text) => void process.stderr.write(text),
  kill: (signal) => void process.kill(process.pid, signal),
  ignoreSignals: () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  },
});
process.exit(code);
