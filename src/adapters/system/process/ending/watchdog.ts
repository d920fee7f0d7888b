import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { watchdogScript } from "./watchdog-script.ts";

/**
 * A small shell process that outlives a killed harness and then ends what a run has started. One a run; it is in a session
 * of its own, ignores the usual signals, and keeps neither Node nor any pipe of an agent open. It is started again should
 * somebody kill it. Nothing is done where there is no `sh`.
 */
export class Watchdog {
  readonly #run: string;
  readonly #note: string | null;
  readonly #groups = new Set<number>();
  #shell: ChildProcess | null = null;

  /** `note`: a file (absolute) that it makes once it has ended all that a killed harness had started. */
  constructor(run: string, note: string | null = null) {
    this.#run = run;
    this.#note = note;
    this.#open();
  }

  /** From now on the group and its descendants are ended with the harness. */
  watch(group: number): void {
    this.#groups.add(group);
    if (this.#shell === null) this.#open();
    else this.#say(`watch ${group}\n`);
  }

  /** The group is gone; its number may be a stranger's soon. */
  leave(group: number): void {
    if (this.#groups.delete(group)) this.#say(`leave ${group}\n`);
  }

  /** It leaves without ending anything. */
  close(): void {
    const shell = this.#shell;
    this.#shell = null;
    shell?.stdin?.end("done\n");
  }

  #open(): void {
    const shell = spawn("/bin/sh", ["-c", watchdogScript, "ralph-watchdog"], {
      cwd: "/",
      detached: true,
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const forget = () => {
      if (this.#shell === shell) this.#shell = null;
    };
    shell.on("error", forget);
    shell.on("exit", forget);
    shell.stdin?.on("error", forget);
    shell.unref();
    if (shell.stdin instanceof Socket) shell.stdin.unref();
    this.#shell = shell;
    this.#say(`run ${this.#run}\n`);
    if (this.#note !== null) this.#say(`note ${this.#note}\n`);
    for (const group of this.#groups) this.#say(`watch ${group}\n`);
  }

  #say(line: string): void {
    this.#shell?.stdin?.write(line);
  }
}
