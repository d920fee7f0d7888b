import type { ParsedScript } from "unbash";
import { parse } from "unbash";
import { type Bindings, bindingsOf } from "./bindings.ts";
import type { WordScope } from "./expand-word.ts";
import type { Place, ShellCommand, ShellInput } from "./shell-command.ts";
import { tooIntricate, walkScript } from "./walk-script.ts";

/** What is known where a script starts. */
export interface ScriptStart {
  readonly scope: Omit<WordScope, "lookUp" | "folder" | "isReplaced">;
  readonly places: readonly Place[];
  readonly input: ShellInput;
  /** Names that the script around this one has set. */
  readonly outer: Bindings;
}

/** Every command of a script in the order of the text, or why the script can't be read. */
export type ScriptReading =
  | {
      readonly ok: true;
      readonly commands: readonly ShellCommand[];
      /** Expansions that run what no reader can see, as they are written. */
      readonly hidden: readonly string[];
      readonly bindings: Bindings;
    }
  | { readonly ok: false; readonly why: string };

const longest = 1024 * 1024;
// oxlint-disable-next-line no-control-regex
const strange = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex
const controls = /[\u0001-\u001f\u007f]/g;

const fault = (source: string): string | null => {
  if (source.includes("\0")) return "it holds a NUL character";
  if (Buffer.byteLength(source) > longest) return "it is longer than 1 MB";
  const found = strange.exec(source)?.[0];
  return found === undefined
    ? null
    : `it holds the control character U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
};

const parsed = (source: string): ParsedScript | string => {
  try {
    return parse(source);
  } catch (error) {
    return error instanceof Error ? error.message : "the parser failed";
  }
};

/** Reads a script with a real shell parser, substitutions included. Fails closed: what it can't read is no reading. */
export function readScript(source: string, start: ScriptStart): ScriptReading {
  // What is typed to a running program may be a key that ends it, and no command at all.
  if (!source.includes("\0") && source.replaceAll(controls, "").trim() === "")
    return { ok: true, commands: [], hidden: [], bindings: start.outer };
  const why = fault(source);
  if (why !== null) return { ok: false, why };
  const script = parsed(source);
  if (typeof script === "string") return { ok: false, why: script };
  try {
    const bindings = bindingsOf(script, start.outer);
    const walked = walkScript(script, { ...start, bindings });
    return walked.fault === null ? { ok: true, ...walked, bindings } : { ok: false, why: walked.fault };
  } catch (error) {
    if (error === tooIntricate || error instanceof RangeError)
      return { ok: false, why: "it is too deep or too intricate" };
    throw error;
  }
}
