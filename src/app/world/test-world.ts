import type { Output, World } from "./world.ts";

/** A world for tests of commands: what they print is kept, what they may ask is given. */
export interface TestWorld {
  readonly world: World;
  stdout(): string;
  stderr(): string;
}

/** What of the world a test gives. `typed` are the lines that a person types; with it there is a terminal. */
export interface TestWorldOptions {
  readonly cwd: string;
  readonly env: World["env"];
  readonly typed?: readonly string[];
}

/** Makes a world in which nothing but the folders named is touched. */
export function testWorld({ cwd, env, typed }: TestWorldOptions): TestWorld {
  const stdout = keptOutput(typed !== undefined);
  const stderr = keptOutput(false);
  const world: World = {
    cwd,
    env,
    platform: process.platform,
    execPath: process.execPath,
    stdout,
    stderr,
    stdin: linesOf(typed ?? []),
    now: () => Date.now(),
    onInterrupt: () => ({ [Symbol.dispose]: () => {} }),
    onExit: () => ({ [Symbol.dispose]: () => {} }),
    exitNow: (code) => {
      throw new Error(`exit ${code}`);
    },
  };
  return { world, stdout: () => stdout.text(), stderr: () => stderr.text() };
}

async function* linesOf(typed: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of typed) yield Buffer.from(`${line}\n`);
}

function keptOutput(isTerminal: boolean): Output & { text(): string } {
  let kept = "";
  return {
    write: (text) => {
      kept += text;
    },
    text: () => kept,
    isTerminal,
    hasColor: false,
    columns: () => 80,
    rows: () => 24,
    onResize: () => ({ [Symbol.dispose]: () => {} }),
  };
}
