import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";

/** Raised for a RALPH_GATE_ENV_FILE that can't be read: a gate without its variables would prove something else. */
export class GateVariablesError extends Error {
  override readonly name = "GateVariablesError";
}

/** The variables of RALPH_GATE_ENV_FILE, for gate commands and nothing else. Read as KEY=value lines; nothing is run. */
export function gateVariables(file: string | null, root: string): Readonly<Record<string, string>> {
  if (file === null) return {};
  try {
    const read = parseEnv(readFileSync(resolve(root, file), "utf8"));
    return Object.fromEntries(
      Object.entries(read).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new GateVariablesError(`RALPH_GATE_ENV_FILE=${file} can't be read: ${why}`, { cause: error });
  }
}
