import type { World } from "../world/world.ts";

/** Asks a person in a terminal. Where nobody can answer every answer is the one that was offered. An input that has ended agrees to nothing. */
export interface Asker extends AsyncDisposable {
  text(question: string, offered: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

/** An asker for the terminal of this world; `silent` asks nothing. */
export function asker(world: Pick<World, "stdin" | "stdout">, silent: boolean): Asker {
  const isAsking = !silent && world.stdout.isTerminal && !isPiped(world.stdin);
  const lines = isAsking ? linesOf(world.stdin) : null;
  const ask = async (question: string, offered: string): Promise<string | null> => {
    if (lines === null) return offered;
    world.stdout.write(`${question} `);
    const { value, done } = await lines.next();
    if (done === true) {
      world.stdout.write("\n");
      return null;
    }
    return value.trim() === "" ? offered : value.trim();
  };
  return {
    text: async (question, offered) =>
      (await ask(`${question} [${offered === "" ? "none" : offered}]`, offered)) ?? offered,
    confirm: async (question) => /^y/i.test((await ask(`${question} [Y/n]`, "y")) ?? "no"),
    async [Symbol.asyncDispose]() {
      // Lets go of the standard input, which would keep the program alive.
      await lines?.return();
    },
  };
}

/** True for a stream that says it is no terminal; one that says nothing is taken as it is given. */
const isPiped = (stdin: World["stdin"]): boolean => "fd" in stdin && !("isTTY" in stdin && stdin.isTTY === true);

async function* linesOf(stdin: World["stdin"]): AsyncGenerator<string, void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stdin) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}
