import type { AgentEvent, AgentReader, ProcessEnd } from "../../ports/agent.ts";
import { CallFold } from "./call-fold.ts";
import { type JsonRecord, jsonLines } from "./json-line.ts";

/** What one program's JSON lines mean; made anew for each call. */
export interface EventStream {
  events(record: JsonRecord): readonly AgentEvent[];
  /** True where the main agent answers anew after this line, as after a stop hook's refusal. */
  startsNewTurn(record: JsonRecord): boolean;
  /** What only the end of the process tells: texts still held, denials on stderr, the meaning of an exit code. */
  atEnd(end: ProcessEnd): readonly AgentEvent[];
}

/** Reads a program that prints one JSON object a line and always states its end. `noise`: lines of its stderr that are no evidence. */
export function streamReader(stream: EventStream, noise: RegExp | null = null): AgentReader {
  const lines = jsonLines();
  const fold = new CallFold({ needsEnd: true });
  return {
    line(text) {
      const { record, lost } = lines.push(text);
      for (const piece of lost) fold.unreadable(piece);
      if (record === null) return [];
      const events = stream.events(record);
      for (const event of events) fold.add(event);
      if (stream.startsNewTurn(record)) fold.newTurn();
      return events;
    },
    end(end, now) {
      for (const piece of lines.rest()) fold.unreadable(piece);
      const heard = noise === null ? end : { ...end, stderr: withoutLines(end.stderr, noise) };
      for (const event of stream.atEnd(heard)) fold.add(event);
      return fold.conclude(heard, now);
    },
  };
}

const withoutLines = (text: string, noise: RegExp): string =>
  text
    .split("\n")
    .filter((line) => !noise.test(line))
    .join("\n");
