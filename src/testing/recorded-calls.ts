import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AgentDialect, CallReading } from "../ports/agent.ts";

/** What a recorded call has to read as; fields that are left out may be anything. `denied`: the tools of the denials, in order. */
export type ExpectedCall = Partial<Omit<CallReading, "denials">> & { readonly denied?: readonly string[] };

/** Recordings of one program: `CASE.jsonl`, and where the call was noted down, `CASE.meta.json` and `CASE.stderr.txt`. */
export interface Recordings {
  readonly folder: URL;
  /** How the file of a case ends. */
  readonly ending?: string;
  /** The present (ms) that clock times are read from. */
  readonly now: number;
}

/** Reads a recorded call as the loop would. */
export function replayed(dialect: AgentDialect, name: string, recordings: Recordings): CallReading {
  const { folder, ending = ".jsonl", now } = recordings;
  const reader = dialect.read();
  for (const line of textOf(`${name}${ending}`, folder).split("\n")) reader.line(line);
  const meta: unknown = JSON.parse(textOf(`${name}.meta.json`, folder) || '{"exit_code":0}');
  if (typeof meta !== "object" || meta === null) throw new Error(`${name}.meta.json is no object`);
  const exitCode = "exit_code" in meta && typeof meta.exit_code === "number" ? meta.exit_code : null;
  const signal = "exit_signal" in meta && typeof meta.exit_signal === "string" ? meta.exit_signal : null;
  return reader.end({ exitCode, signal, stderr: textOf(`${name}.stderr.txt`, folder), endedByUs: null }, now);
}

/** A test for each recording, and one that none is without a row. Call it from the dialect's test file. */
export function recordedCalls(
  dialect: AgentDialect,
  recordings: Recordings,
  expected: Readonly<Record<string, ExpectedCall>>,
): void {
  const ending = recordings.ending ?? ".jsonl";
  const cases = readdirSync(recordings.folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

  describe(`recorded calls: ${dialect.name}`, () => {
    test("every recording has an expectation, and every expectation a recording", () => {
      expect(cases.toSorted()).toEqual(Object.keys(expected).toSorted());
    });

    test.each(cases)("%s", (name) => {
      const { denied, ...fields } = expected[name] ?? {};
      const reading = replayed(dialect, name, recordings);
      expect(reading).toMatchObject(fields);
      if (denied !== undefined) expect(reading.denials.map(({ tool }) => tool)).toEqual(denied);
    });
  });
}

function textOf(file: string, folder: URL): string {
  const path = new URL(file, folder);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
