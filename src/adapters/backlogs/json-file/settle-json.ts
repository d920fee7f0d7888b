import { insertRaw, type JsonNode } from "../../../core/json-splice.ts";
import { isClosed, type TaskId } from "../../../core/task.ts";
import type { BacklogChanges, Settlement } from "../../../ports/backlog.ts";
import type { JsonFormat, JsonReading, JsonTask } from "./json-format.ts";
import { type Splice, spliced } from "../splice.ts";
import { canonical, memberSplice, parseJson, rawOf } from "./json-text.ts";
import { type StateNote, stateNoteIn } from "./state-note.ts";

/** A text and what was read from it. */
export interface ReadText {
  readonly text: string;
  readonly reading: JsonReading;
}

interface Pair {
  readonly id: TaskId;
  readonly before: JsonTask;
  readonly after: JsonTask | null;
  /** Open before, and now gone or reworded. */
  readonly isLost: boolean;
  readonly isSaid: boolean;
}

interface Comparison {
  readonly pairs: readonly Pair[];
  readonly added: readonly JsonTask[];
}

/* Ids that stand twice in either text are left out: they are nobody's. */
function comparison(format: JsonFormat, was: ReadText, is: ReadText): Comparison {
  const then = uniqueById(was.reading.tasks);
  const now = uniqueById(is.reading.tasks);
  const pairs = [...then].map(([id, before]): Pair => {
    const after = now.get(id) ?? null;
    const isOpen = !isClosed(before.task);
    const isLost = isOpen && (after === null || before.core() !== after.core());
    const isSaid =
      after !== null &&
      format.stateKeys.some((key) => saysOther(rawOf(was.text, before.node, key), rawOf(is.text, after.node, key)));
    return { id, before, after, isLost, isSaid };
  });
  const known = new Set(was.reading.tasks.map(({ task }) => task.id));
  return { pairs, added: is.reading.tasks.filter(({ task }) => !known.has(task.id)) };
}

/* Another way to write the same value says nothing. */
const saysOther = (was: string | null, is: string | null): boolean =>
  was !== is && (was === null || is === null || canonical(JSON.parse(was)) !== canonical(JSON.parse(is)));

function uniqueById(tasks: readonly JsonTask[]): ReadonlyMap<TaskId, JsonTask> {
  const found = Map.groupBy(tasks, ({ task }) => task.id);
  return new Map(
    [...found].flatMap(([id, [only, ...others]]) => (only === undefined || others.length > 0 ? [] : [[id, only]])),
  );
}

const isTicked = ({ before, after }: Pair): boolean => after !== null && !isClosed(before.task) && isClosed(after.task);
const isUnticked = ({ before, after }: Pair): boolean =>
  after !== null && isClosed(before.task) && !isClosed(after.task);

/** What became of the tasks between two texts, by ids. */
export function jsonChanges(format: JsonFormat, was: ReadText, is: ReadText): BacklogChanges {
  const { pairs, added } = comparison(format, was, is);
  const ids = (holds: (pair: Pair) => boolean): readonly TaskId[] => pairs.filter(holds).map(({ id }) => id);
  const noteThen = (pair: Pair): StateNote | null => noteIn(format, was.text, pair.before);
  const noteNow = (pair: Pair): StateNote | null => (pair.after === null ? null : noteIn(format, is.text, pair.after));
  return {
    ticked: ids(isTicked),
    unticked: ids(isUnticked),
    added: added.map(({ task }) => task.id),
    lost: ids(({ isLost }) => isLost),
    noted: ids(
      (pair) =>
        pair.isSaid &&
        (canonical(noteThen(pair)) !== canonical(noteNow(pair)) ||
          (pair.before.task.state !== pair.after?.task.state && !isTicked(pair) && !isUnticked(pair))),
    ),
    notes: Object.fromEntries(
      pairs.filter(isTicked).flatMap((pair) => {
        const note = noteNow(pair);
        return note?.kind === "evidence" ? [[pair.id, note.value]] : [];
      }),
    ),
  };
}

function noteIn(format: JsonFormat, text: string, { node }: JsonTask): StateNote | null {
  for (const key of format.stateKeys) {
    const raw = rawOf(text, node, key);
    const value: unknown = raw?.startsWith('"') === true ? JSON.parse(raw) : null;
    const note = typeof value === "string" ? stateNoteIn(value) : null;
    if (note !== null) return note;
  }
  return null;
}

/** The settled text, and what was put back to come to it. */
export interface SettledJson {
  readonly text: string;
  readonly putBack: BacklogChanges;
}

/**
 * Undoes in `is` what an agent may not have done since `was`. Where nothing but states differs, and where open tasks or parts of the
 * file are gone, the text starts again from `was` with what may stand: so the formatting stays as people have it, however the
 * agent's program wrote the file. Else what else was written stays too.
 */
export function settleJson(
  format: JsonFormat,
  was: ReadText,
  is: ReadText,
  { settlement, read }: { readonly settlement: Settlement; readonly read: (text: string) => ReadText },
): SettledJson {
  const keeps = new Set<string>(settlement.keepTicks);
  const drops = new Set<string>(settlement.dropNotes);
  const changes = jsonChanges(format, was, is);
  const putBack: BacklogChanges = {
    ticked: changes.ticked.filter((id) => !keeps.has(id)),
    unticked: changes.unticked,
    added: [],
    lost: changes.lost,
    noted: changes.noted.filter((id) => drops.has(id)),
    notes: {},
  };
  const { pairs, added } = comparison(format, was, is);
  const stays = (pair: Pair): boolean =>
    !drops.has(pair.id) && !isUnticked(pair) && (!isTicked(pair) || keeps.has(pair.id));
  const said = pairs.flatMap((pair) => (pair.isSaid && pair.after !== null ? [{ ...pair, after: pair.after }] : []));
  const ideal = spliced(
    was.text,
    said
      .filter(stays)
      .flatMap(({ before, after }) => copied(format, { ...was, node: before.node }, { ...is, node: after.node })),
  );
  const frame = new Set(is.reading.frame);
  const isBroken = pairs.some(({ isLost }) => isLost) || was.reading.frame.some((part) => !frame.has(part));
  if (isBroken)
    return {
      text: withEntries(
        ideal,
        added.map(({ node }) => is.text.slice(node.start, node.end)),
        read,
      ),
      putBack,
    };
  const undone = spliced(
    is.text,
    said
      .filter((pair) => !stays(pair))
      .flatMap(({ before, after }) => copied(format, { ...is, node: after.node }, { ...was, node: before.node })),
  );
  return { text: isSameValue(ideal, undone) ? ideal : undone, putBack };
}

/** An object within a text. */
interface Held {
  readonly text: string;
  readonly node: JsonNode;
}

/* The edits by which one task says of its state what another says, to the byte. */
const copied = ({ stateKeys }: JsonFormat, to: Held, from: Held): readonly Splice[] =>
  stateKeys.flatMap((key) => memberSplice(to.text, to.node, { key, raw: rawOf(from.text, from.node, key) }) ?? []);

const isSameValue = (one: string, other: string): boolean => {
  if (one === other) return true;
  const [a, b] = [parseJson(one), parseJson(other)];
  return "root" in a && "root" in b && canonical(a.value) === canonical(b.value);
};

function withEntries(text: string, entries: readonly string[], read: (text: string) => ReadText): string {
  let grown = text;
  for (const entry of entries) grown = insertRaw(grown, read(grown).reading.list, { key: null, raw: outdented(entry) });
  return grown;
}

/* As it stands at the margin, with plain line breaks. */
function outdented(raw: string): string {
  const [first = "", ...rest] = raw.split(/\r\n|\n/);
  const margin = Math.min(...rest.map((line) => line.length - line.trimStart().length));
  return [first, ...rest.map((line) => line.slice(margin))].join("\n");
}
