import { nearest } from "../near.ts";
import { fileAndLine, type ConfigProblem, type Origin } from "../problem.ts";
import { isSecretKey } from "./legacy-keys.ts";
import { masked } from "../mask.ts";
import type { Row } from "../table.ts";

/** What one source says of one setting, before it is judged. `name` is the key, path or option as it is written there. */
export interface Claim {
  readonly row: Row;
  readonly name: string;
  readonly raw: unknown;
  readonly origin: Origin;
}

/** A value in force, with its source. */
export interface Settled {
  readonly value: unknown;
  readonly origin: Origin;
}

/** What became of a claim: the value that it settles, or what is wrong with it. */
export type Judged =
  | { readonly ok: true; readonly settled: Settled }
  | { readonly ok: false; readonly problem: ConfigProblem };

/** Judges a claim. Text is read by the setting's own rule, and an empty one means the default, as a shell's `${X:-…}` would. */
export function judge({ row, name, raw, origin }: Claim): Judged {
  const { setting } = row;
  const isText = typeof raw === "string" && origin.source !== "file";
  if (isText && raw.trim() === "") return { ok: true, settled: { value: setting.default, origin } };
  const read = setting.schema().safeParse(isText ? setting.fromText(raw) : raw);
  if (read.success) return { ok: true, settled: { value: read.data, origin } };
  const near = typeof raw === "string" ? nearest(raw.trim(), setting.allowed) : null;
  const shown = setting.secret === true || isSecretKey(name) ? "not that" : shorten(raw);
  return {
    ok: false,
    problem: {
      severity: "error",
      code: "bad-value",
      key: name,
      ...fileAndLine(origin),
      message: `${name} must be ${setting.expects}; it is ${shown}.`,
      hint: near === null ? "" : `Did you mean ${near}?`,
      near,
    },
  };
}

const shorten = (raw: unknown): string => {
  const shown = JSON.stringify(masked(raw)) ?? String(raw);
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
};
