import type { ProfileName } from "./profile.ts";
import type { StatusReading } from "./status-block.ts";
import { StatusStream } from "./status-stream.ts";
import type { ReadOptions } from "./status-stream.ts";

const pieceLength = 65_536;

/** Reads the status block of an agent's answer, liberally, and says what it forgave and what it could not. */
export function readStatusBlock(text: string, profile: ProfileName, options: ReadOptions = {}): StatusReading {
  const stream = new StatusStream(profile, options);
  for (let from = 0; from < text.length; from += pieceLength) stream.push(text.slice(from, from + pieceLength));
  return stream.end();
}

/** The same for a text that comes in pieces, such as a transcript too large for memory. */
export async function readStatusStream(
  pieces: AsyncIterable<string>,
  profile: ProfileName,
  options: ReadOptions = {},
): Promise<StatusReading> {
  const stream = new StatusStream(profile, options);
  for await (const piece of pieces) stream.push(piece);
  return stream.end();
}
