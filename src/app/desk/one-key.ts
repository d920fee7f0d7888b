import type { World } from "../world/world.ts";

/** Keys as a person presses them, one at a time; ends with the input. Ctrl-C and Ctrl-D come as `q`. */
export interface Keys extends AsyncDisposable {
  next(): Promise<string | null>;
}

interface Raw {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
}

/** The keys of a terminal, without waiting for the end of a line; from a pipe, the letters that stand in it. */
export function oneKey({ stdin }: Pick<World, "stdin">): Keys {
  const raw: Raw = stdin as World["stdin"] & Raw;
  if (raw.isTTY === true) raw.setRawMode?.(true);
  const letters = lettersOf(stdin);
  return {
    async next() {
      const { value, done } = await letters.next();
      return done === true ? null : value;
    },
    async [Symbol.asyncDispose]() {
      if (raw.isTTY === true) raw.setRawMode?.(false);
      await letters.return();
    },
  };
}

async function* lettersOf(stdin: World["stdin"]): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const chunk of stdin)
    for (const letter of decoder.decode(chunk, { stream: true }))
      if (letter === "\u0003" || letter === "\u0004") yield "q";
      else if (letter.trim() !== "") yield letter.toLowerCase();
}
