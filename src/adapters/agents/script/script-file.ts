import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import * as z from "zod/mini";
import { callOutcomes, roles } from "../../../core/outcome.ts";

const text = z.string();
const filled = z.string().check(z.minLength(1));
const duration = z.union([
  z.number().check(z.nonnegative()),
  z.string().check(z.regex(/^\d+(\.\d+)?\s?(ms|s|m)$/, "a duration such as 200ms, 2s or 1m")),
]);

const Tick = z.union([filled, z.strictObject({ task: filled, path: z.prefault(filled, ".ralph/fix_plan.md") })]);

const acts = {
  write: z.strictObject({ path: filled, text }),
  replace: z.strictObject({ path: filled, from: filled, to: text }),
  delete: filled,
  patch: filled,
  tick: Tick,
  run: z.array(text).check(z.minLength(1)),
  commit: filled,
  sleep: duration,
  say: text,
  denied: z.strictObject({ tool: filled, reason: text }),
};

/** One thing that the scripted agent does: a map with one key, the name of the act. */
const Act = z.partial(z.strictObject(acts)).check(
  z.refine((act) => Object.keys(act).length === 1, {
    error: `an action has one name, one of ${Object.keys(acts).join(", ")}`,
  }),
);
export type Act = z.infer<typeof Act>;

const oneOrMore = <Item extends z.ZodMiniType>(item: Item) => z.union([item, z.array(item)]);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Ways to fail: each comes after the acts, in place of the answer. `hang-deaf` also ignores the friendly signals. */
const faults = ["hang", "hang-deaf", "crash", "killed", "flood", "silent", "no-end"] as const;

const Step = z.strictObject({
  /** A step without a match fits every call. */
  match: z.optional(
    z.strictObject({
      role: z.optional(oneOrMore(z.enum(roles))),
      task: z.optional(oneOrMore(filled)),
      attempt: z.optional(oneOrMore(z.int().check(z.gte(1)))),
      /** Of work and reviews within one iteration. */
      round: z.optional(oneOrMore(z.int().check(z.gte(1)))),
    }),
  ),
  do: z.prefault(z.array(Act), []),
  answer: z.optional(text),
  /** Rendered as the status block, field by field as given; FILES_MODIFIED: auto is the number of files touched by the acts. */
  block: z.optional(z.record(filled, scalar)),
  /** Rendered as a fenced JSON block: verdicts, grades, summaries. */
  json: z.optional(z.record(filled, z.unknown())),
  usage: z.optional(z.record(z.enum(["tokensIn", "tokensOut", "tokensCached", "usd"]), z.optional(z.number()))),
  limit: z.optional(z.strictObject({ in: z.optional(duration), message: z.prefault(text, "usage limit reached") })),
  error: z.optional(z.strictObject({ class: z.enum(callOutcomes), message: text })),
  exit: z.optional(z.int().check(z.gte(0), z.lte(255))),
  fault: z.optional(z.enum(faults)),
});
export type ScriptStep = z.infer<typeof Step>;

const Steps = z.array(Step);

/** A script that can't be played; the message names file and line and what was expected there. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
}

/** Reads a script of the `script` agent from YAML or JSON. `file` is only named in errors. Throws ScriptError. */
export function readScript(source: string, file: string): readonly ScriptStep[] {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const message = fault.message.split("\n")[0] ?? "";
    throw new ScriptError(`${file}:${lines.linePos(fault.pos[0]).line}: not readable as YAML or JSON: ${message}`);
  }
  const value: unknown = document.toJS();
  const nested = typeof value === "object" && value !== null && "steps" in value;
  const script = Steps.safeParse(nested ? value.steps : value);
  if (script.success) return script.data;
  const issue = script.error.issues[0];
  const known = issue !== undefined && issue.path.length > 0;
  const { path, message } = known ? complaint(issue) : { path: [], message: "expected a list of steps" };
  const line = lineOf(document, lines, nested ? ["steps", ...path] : path);
  throw new ScriptError(`${file}:${line}: ${path.length === 0 ? "the script" : path.join(".")}: ${message}.`);
}

interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function complaint(issue: z.core.$ZodIssue): Complaint {
  const { path } = issue;
  switch (issue.code) {
    case "unrecognized_keys":
      return { path: [...path, issue.keys[0] ?? ""], message: "there is no such key here" };
    case "invalid_type":
      return { path, message: `expected ${issue.expected}` };
    case "invalid_value":
      return { path, message: `expected one of ${issue.values.join(", ")}` };
    case "too_small":
      return { path, message: `expected at least ${issue.minimum}` };
    case "too_big":
      return { path, message: `expected at most ${issue.maximum}` };
    case "invalid_union":
      return deeperOf(
        issue.errors.flatMap((each) => each.slice(0, 1).map(complaint)),
        path,
      );
    case "custom":
    case "invalid_format":
      return { path, message: issue.message };
    case "invalid_element":
    case "invalid_key":
    case "not_multiple_of":
      return { path, message: "has a different form than expected" };
  }
}

/** Of the forms that a value may have, the one that was followed furthest is the one that was meant. */
function deeperOf(forms: readonly Complaint[], base: readonly PropertyKey[]): Complaint {
  const meant = forms.reduce<Complaint>((best, form) => (form.path.length > best.path.length ? form : best), {
    path: [],
    message: "",
  });
  if (meant.path.length > 0) return { path: [...base, ...meant.path], message: meant.message };
  return { path: base, message: [...new Set(forms.map(({ message }) => message))].join(", or ") };
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
