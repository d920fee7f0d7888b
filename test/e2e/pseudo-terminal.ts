import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A program on a terminal of its own, as a person would see it. */
export interface TerminalSession extends Disposable {
  /** Everything that was written to the terminal, control sequences and all. */
  output(): string;
  /** Types keys: `\u0003` is Ctrl-C. */
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves once the output from `after` on matches, to the match's end; rejects after 20 s with what stood there. */
  seen(pattern: RegExp, after?: number): Promise<number>;
  readonly ended: Promise<number | null>;
}

/** Where and how the program is started. */
export interface TerminalStart {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly rows: number;
}

const patienceMs = 20_000;

/** Why no pseudo-terminal can be had here; null where one can. */
export function whyNoTerminal(): string | null {
  if (process.platform !== "linux") return "a pseudo-terminal is only made on Linux (script of util-linux)";
  try {
    execFileSync("script", ["-qec", "stty size", "/dev/null"], { stdio: ["pipe", "pipe", "ignore"] });
    return null;
  } catch {
    return "there is no `script` of util-linux here, or no `stty`";
  }
}

/** Starts a program (argv) on a pseudo-terminal, by `script`: its exit code is the program's. */
export function onTerminal(argv: readonly string[], { cwd, env, columns, rows }: TerminalStart): TerminalSession {
  // `script` takes a line for a shell; the words of the program come by the environment, so that nothing is quoted.
  const names = argv.map((_, at) => `TERMINAL_WORD_${at}`);
  const words = Object.fromEntries(argv.map((word, at) => [names[at] ?? "", word]));
  const line = `stty cols ${columns} rows ${rows}; exec ${names.map((name) => `"$${name}"`).join(" ")}`;
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    cwd,
    env: { ...env, ...words, SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  return {
    ended,
    output: () => text,
    type: (keys) => void child.stdin.write(keys),
    resize: (newColumns, newRows) =>
      void execFileSync("stty", [
        "-F",
        terminalOf(child.pid ?? 0),
        "cols",
        String(newColumns),
        "rows",
        String(newRows),
      ]),
    async seen(pattern, after = 0) {
      for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(30)) {
        const found = pattern.exec(text.slice(after));
        if (found !== null) return after + found.index + found[0].length;
      }
      throw new Error(
        `${String(pattern)} was not seen within ${patienceMs / 1_000} s. The terminal showed: ${JSON.stringify(text.slice(after).slice(-3_000))}`,
      );
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

/** The terminal that the child of `script` stands on. */
function terminalOf(script: number): string {
  const [child] = readFileSync(`/proc/${script}/task/${script}/children`, "utf8").trim().split(" ");
  return readlinkSync(`/proc/${child ?? ""}/fd/1`);
}
