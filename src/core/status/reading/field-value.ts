import { trimmed, withoutInvisibles } from "./clean-line.ts";
import { unwrapped } from "./field-line.ts";
import type { FaultCode, RepairCode } from "../findings.ts";
import { statuses, testsStatuses, workTypes } from "../profile.ts";
import type { FieldKind } from "../profile.ts";

/** What a field's value turned out to be: a value, a form not filled in, or something that can't be read. */
export type FieldValue =
  | { readonly kind: "value"; readonly value: string | number | boolean | null }
  | { readonly kind: "placeholder" }
  | { readonly kind: "unreadable"; readonly fault: FaultCode; readonly text: string };

/** A value read, and what was forgiven on the way. */
export interface ReadValue {
  readonly result: FieldValue;
  readonly repairs: readonly RepairCode[];
}

type Repairs = RepairCode[];

/** Reads a raw value, everything behind the separator, as the kind of field it belongs to. */
export function readValue(raw: string, kind: FieldKind): ReadValue {
  const repairs: Repairs = [];
  const outer = trimmed(raw);
  if (outer.repairs.includes("invisible-chars")) repairs.push("invisible-chars");
  const seenAlone = withoutInvisibles(outer.text);
  if (seenAlone !== "" && withoutInvisibles(raw) !== ` ${seenAlone}`) repairs.push("whitespace");
  if (kind.is === "line") return { result: readLine(outer.text), repairs };
  if (seenAlone !== outer.text) repairs.push("invisible-chars");
  const bare = unwrapped(seenAlone);
  if (bare.changed) repairs.push("markup");
  return { result: readers[kind.is](bare.text, kind, repairs), repairs };
}

function readLine(text: string): FieldValue {
  if (withoutInvisibles(text) === "") return { kind: "unreadable", fault: "empty-recommendation", text };
  return insideOf(text, "<", ">") === undefined && insideOf(text, "[", "]") === undefined
    ? { kind: "value", value: text }
    : { kind: "placeholder" };
}

const readers: Readonly<
  Record<Exclude<FieldKind["is"], "line">, (text: string, kind: FieldKind, repairs: Repairs) => FieldValue>
> = {
  word: (text, kind, repairs) => {
    const values = kind.is === "word" ? kind.values : [];
    const upper = text.toUpperCase();
    if (values.includes(upper)) {
      if (upper !== text) repairs.push("value-case");
      return { kind: "value", value: upper };
    }
    return unread(text, "unknown-value", {
      allowed: (part) => values.includes(part),
      known: (part) => anyWord.has(part),
    });
  },
  boolean: (text, _kind, repairs) => {
    const lower = text.toLowerCase();
    const value = booleans.get(lower);
    if (value === undefined) return unread(text, "unknown-value", { allowed: isBoolean, known: isBoolean });
    if (lower !== "true" && lower !== "false") repairs.push("boolean-word");
    if (lower !== text) repairs.push("value-case");
    return { kind: "value", value };
  },
  number: (text, _kind, repairs) => {
    const [digits = ""] = /^[0-9]+/u.exec(text) ?? [];
    const value = Number(digits);
    const suffix = text.slice(digits.length);
    if (digits === "" || !Number.isSafeInteger(value) || !(suffix === "" || isSuffix(suffix))) {
      return unread(text, "bad-number", { allowed: isDigits, known: isDigits });
    }
    if (suffix !== "") repairs.push("number-suffix");
    return { kind: "value", value };
  },
  id: (text) => readId(text),
  optionalId: (text, _kind, repairs) => {
    if (text.toUpperCase() !== "NONE") return readId(text);
    if (text !== "NONE") repairs.push("value-case");
    return { kind: "value", value: null };
  },
};

const anyWord: ReadonlySet<string> = new Set([...statuses, ...testsStatuses, ...workTypes]);

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

const isBoolean = (text: string): boolean => booleans.has(text.toLowerCase());
const isDigits = (text: string): boolean => /^[0-9]+$/u.test(text);

const readId = (text: string): FieldValue =>
  text === "" || /\s/u.test(text)
    ? { kind: "unreadable", fault: "unknown-value", text }
    : { kind: "value", value: text };

const isSuffix = (text: string): boolean => /^\s+[\p{L}(]/u.test(text) && !/\p{Nd}/u.test(text);

interface Values {
  /** What this field may say under this profile. */
  readonly allowed: (text: string) => boolean;
  /** What such a field may say under any profile: a form of another profile is a form as well. */
  readonly known: (text: string) => boolean;
}

// A form that was not filled in: `<…>`, `[…]` around no allowed value, or allowed values joined by bars.
function unread(text: string, fault: FaultCode, values: Values): FieldValue {
  const unreadable: FieldValue = { kind: "unreadable", fault, text };
  const placeholder: FieldValue = { kind: "placeholder" };
  if (insideOf(text, "<", ">") !== undefined || hasAngledStart(text)) return placeholder;
  const inside = insideOf(text, "[", "]");
  if (inside !== undefined) return values.allowed(inside.trim().toUpperCase()) ? unreadable : placeholder;
  const parts = text.split("|").map((part) => part.trim().toUpperCase());
  return parts.length > 1 && parts.every(values.known) ? placeholder : unreadable;
}

// `<N>   (what to count)`, as forms explain a number.
function hasAngledStart(text: string): boolean {
  const end = text.indexOf(">");
  return text.startsWith("<") && end > 0 && isSuffix(text.slice(end + 1));
}

// What stands between a pair of brackets that is the whole of the text.
function insideOf(text: string, open: string, close: string): string | undefined {
  if (!text.startsWith(open) || !text.endsWith(close) || text.length < 2) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0) return undefined;
  }
  return text.slice(1, -1);
}
