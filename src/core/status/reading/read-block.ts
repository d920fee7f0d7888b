import { readValue } from "./field-value.ts";
import type { FieldValue } from "./field-value.ts";
import { fault } from "../findings.ts";
import type { RepairCode } from "../findings.ts";
import { coreFields, oneOf, statuses, testsStatuses, workTypes } from "../profile.ts";
import type { FieldKind, FieldName, Profile } from "../profile.ts";
import type { Entry, RegionEntries } from "./read-region.ts";
import type { Fault, StatusBlock, Tracker } from "../status-block.ts";

type Value = string | number | boolean | null;

/** What a region holds: a block, a form that was not filled in, or nothing that could be one. */
export type BlockReading =
  | { readonly kind: "none" }
  | { readonly kind: "template" }
  | {
      readonly kind: "block";
      readonly block: StatusBlock;
      readonly read: ReadonlySet<FieldName>;
      readonly repairs: ReadonlyMap<RepairCode, number>;
      readonly faults: readonly Fault[];
    };

interface Occurrence {
  readonly name: FieldName;
  readonly line: number;
  readonly kind: FieldKind;
  readonly result: FieldValue;
}

/** Reads the entries of a region as the profile has them. */
export function readBlock(found: RegionEntries, profile: Profile, required: readonly FieldName[]): BlockReading {
  const repairs = new Map(found.repairs);
  const occurrences = readFields(found.entries, profile, repairs);
  if (occurrences.length === 0) return { kind: "none" };
  if (occurrences.some(({ result }) => result.kind === "placeholder")) return { kind: "template" };
  const firstLine = occurrences[0]?.line ?? 1;
  const values = new Map<FieldName, Value>();
  const faults: Fault[] = [...foreignLines(found.entries, profile)];
  for (const name of profile.fields.keys()) {
    const { value, faults: own } = agreedValue(occurrences.filter((each) => each.name === name));
    if (value !== undefined) values.set(name, value);
    faults.push(...own);
  }
  for (const name of required) {
    if (occurrences.some((each) => each.name === name)) continue;
    faults.push(
      fault("missing-field", { field: name, line: firstLine, message: `${name} is missing from the block.` }),
    );
  }
  const misplaced = outOfOrder(occurrences);
  if (misplaced !== undefined && profile.order === "repair") repairs.set("field-order", misplaced.line);
  if (misplaced !== undefined && profile.order === "fault") {
    const message = `${misplaced.name} is not in its place.`;
    faults.push(fault("field-order", { field: misplaced.name, line: misplaced.line, message }));
  }
  const inOrder = faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { kind: "block", block: blockOf(values), read: new Set(values.keys()), repairs, faults: inOrder };
}

function readFields(entries: readonly Entry[], profile: Profile, repairs: Map<RepairCode, number>): Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (const entry of entries) {
    if (entry.kind === "prose" || entry.field.name === null) continue;
    const kind = profile.fields.get(entry.field.name);
    if (kind === undefined) continue;
    const read = readValue(entry.field.value, kind);
    for (const code of read.repairs) repairs.set(code, Math.min(entry.line, repairs.get(code) ?? entry.line));
    occurrences.push({ name: entry.field.name, line: entry.line, kind, result: read.result });
  }
  return occurrences;
}

// Lines that are no field of the profile; a stretch of prose is one finding, not one a line.
function foreignLines(entries: readonly Entry[], profile: Profile): readonly Fault[] {
  const faults: Fault[] = [];
  let recommended = false;
  let inProse = false;
  for (const entry of entries) {
    if (entry.kind === "field") {
      inProse = false;
      const { name, key } = entry.field;
      recommended ||= name === "RECOMMENDATION";
      if (name !== null && profile.fields.has(name)) continue;
      const message = `${profile.name} has no field ${key.slice(0, 40)}.`;
      faults.push(fault("unknown-field", { field: key, line: entry.line, message }));
    } else if (!inProse) {
      inProse = true;
      faults.push(proseFault(entry.text, entry.line, recommended));
    }
  }
  return faults;
}

function proseFault(text: string, line: number, recommended: boolean): Fault {
  const quoted = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  if (!recommended) return fault("unknown-field", { line, message: `This line is no field: "${quoted}".` });
  const message = `Text goes on behind RECOMMENDATION: "${quoted}".`;
  return fault("multiline-recommendation", { field: "RECOMMENDATION", line, message });
}

// One value of all that stand for a field: twice the same is once, two different ones are none.
function agreedValue(occurrences: readonly Occurrence[]): { value?: Value; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const values = new Map<string, Occurrence>();
  for (const each of occurrences) {
    const { result } = each;
    const key = result.kind === "value" ? `=${String(result.value)}` : `?${wordOf(result).toUpperCase()}`;
    if (values.has(key)) continue;
    values.set(key, each);
    if (result.kind === "unreadable") faults.push(unreadable(each, result));
  }
  const [first, second] = values.values();
  if (second !== undefined) {
    const message = `${second.name} stands twice with two values; neither is believed.`;
    faults.push(fault("duplicate-field", { field: second.name, line: second.line, message }));
    return { faults };
  }
  return first?.result.kind === "value" ? { value: first.result.value, faults } : { faults };
}

const wordOf = (result: FieldValue): string => (result.kind === "unreadable" ? result.text : "");

function unreadable(at: Occurrence, result: FieldValue & { kind: "unreadable" }): Fault {
  const quoted = result.text.length > 40 ? `${result.text.slice(0, 40)}…` : result.text;
  const message = quoted === "" ? `${at.name} has nothing behind it.` : `${at.name} can't be "${quoted}".`;
  const words = result.fault === "unknown-value" ? wordsOf(at.kind) : [];
  const hint = words.length === 0 ? {} : { hint: `Use one of ${words.join(", ")}, with nothing around it.` };
  return fault(result.fault, { field: at.name, line: at.line, message, ...hint });
}

function wordsOf(kind: FieldKind): readonly string[] {
  if (kind.is === "word") return kind.values;
  return kind.is === "boolean" ? ["true", "false"] : [];
}

// The seven fields ascend; tracker fields stand only behind EXIT_SIGNAL, in any order among themselves.
function outOfOrder(occurrences: readonly Occurrence[]): Occurrence | undefined {
  const firsts = occurrences.filter((each, n) => occurrences.findIndex(({ name }) => name === each.name) === n);
  const exit = coreFields.indexOf("EXIT_SIGNAL");
  let reached = -1;
  return firsts.find(({ name }) => {
    const own = coreFields.findIndex((core) => core === name);
    const rank = own < 0 ? Math.max(exit, reached) : own;
    if (rank < reached || (own >= 0 && own === reached)) return true;
    reached = rank;
    return false;
  });
}

function blockOf(values: ReadonlyMap<FieldName, Value>): StatusBlock {
  return {
    status: oneOf(statuses, values.get("STATUS")) ?? "IN_PROGRESS",
    tasksCompleted: numberOf(values.get("TASKS_COMPLETED_THIS_LOOP")) ?? 0,
    filesModified: numberOf(values.get("FILES_MODIFIED")) ?? 0,
    testsStatus: oneOf(testsStatuses, values.get("TESTS_STATUS")) ?? "NOT_RUN",
    workType: oneOf(workTypes, values.get("WORK_TYPE")) ?? null,
    exitSignal: values.get("EXIT_SIGNAL") === true,
    recommendation: textOf(values.get("RECOMMENDATION")) ?? "",
    tracker: trackerOf(values),
  };
}

function trackerOf(values: ReadonlyMap<FieldName, Value>): Tracker {
  const issue = idOf(values.get("LINEAR_ISSUE"));
  const openCount = numberOf(values.get("LINEAR_OPEN_COUNT"));
  const doneCount = numberOf(values.get("LINEAR_DONE_COUNT"));
  const epic = textOf(values.get("LINEAR_EPIC"));
  const epicDone = numberOf(values.get("LINEAR_EPIC_DONE"));
  const epicTotal = numberOf(values.get("LINEAR_EPIC_TOTAL"));
  const nextIntended = idOf(values.get("NEXT_INTENDED_ISSUE"));
  return {
    ...(issue === undefined ? {} : { issue }),
    ...(openCount === undefined ? {} : { openCount }),
    ...(doneCount === undefined ? {} : { doneCount }),
    ...(epic === undefined ? {} : { epic }),
    ...(epicDone === undefined ? {} : { epicDone }),
    ...(epicTotal === undefined ? {} : { epicTotal }),
    ...(nextIntended === undefined ? {} : { nextIntended }),
  };
}

const numberOf = (value: Value | undefined): number | undefined => (typeof value === "number" ? value : undefined);
const textOf = (value: Value | undefined): string | undefined => (typeof value === "string" ? value : undefined);
const idOf = (value: Value | undefined): string | null | undefined => (value === null ? null : textOf(value));
