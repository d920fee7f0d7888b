import type { World } from "../world/world.ts";

/** All of the standard input, as text. */
export async function stdinText({ stdin }: Pick<World, "stdin">): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stdin) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
