import { join } from "node:path";
import type { BacklogChanges, Settlement } from "../../../ports/backlog.ts";
import { type FileChange, textOrNull } from "../change-files.ts";
import { changedStatusText } from "../status-text.ts";
import { spliced } from "../splice.ts";
import { type ComparedTask, compareIndex, indexChanges, type IndexComparison, isTicked } from "./compare-index.ts";
import type { IndexContent } from "./index-faults.ts";
import { type IndexRevision, readRevision } from "./index-revision.ts";
import { readRows, withRowStatus } from "./documents/index-rows.ts";
import { indexWords } from "./index-words.ts";
import { type ContentReader, specNameOf, type TaskIndexOptions } from "./read-content.ts";
import { readIndex } from "./yaml/read-index.ts";
import { withSpecStatus } from "./documents/spec-text.ts";
import { withStatus } from "./yaml/write-status.ts";

/** What settling comes to: the edits, and what is put back by them. */
export interface SettledIndex {
  readonly changes: readonly FileChange[];
  readonly putBack: BacklogChanges;
}

/** What is settled: how it was (a revision), what of it may stand, and how it is now; null: the index can't be read any more. */
export interface Settling {
  readonly before: string;
  readonly settlement: Settlement;
  readonly now: IndexContent | null;
}

/**
 * Undoes in the three places what an agent may not have done since `before`: states go back but for ticks that are kept (those
 * then stand in all three), tasks that are gone or reworded come back with the index as it was, added ones stay.
 */
export async function settleIndex(
  reader: ContentReader,
  options: TaskIndexOptions,
  { before, settlement, now }: Settling,
): Promise<SettledIndex> {
  const revision = readRevision(before);
  const comparison = compareIndex(revision, now ?? emptyContent(reader, options));
  const keeps = new Set<string>(settlement.keepTicks);
  const drops = new Set<string>(settlement.dropNotes);
  const changes = indexChanges(comparison);
  const putBack: BacklogChanges = {
    ticked: changes.ticked.filter((id) => !keeps.has(id)),
    unticked: changes.unticked,
    added: [],
    lost: changes.lost,
    noted: changes.noted.filter((id) => drops.has(id)),
    notes: {},
  };
  const targets = targetsOf(comparison, keeps, drops);
  const index = await indexChange(reader, revision, comparison, targets);
  if (options.alone) return { changes: [index], putBack };
  const rows = await rowsChange(reader, revision, targets);
  return { changes: [...rows, ...(await specChanges(options, revision, targets)), index], putBack };
}

/** The index can't be read any more: then everything in it is gone. */
const emptyContent = ({ reading }: ContentReader, { name, alone }: TaskIndexOptions): IndexContent => ({
  name,
  alone,
  reading: reading("tasks: []\n"),
  rows: null,
  tasks: [],
});

/** How a touched task is to stand: its word in index and row, and the status text of its own file. */
interface Target {
  readonly task: ComparedTask;
  readonly word: string;
  readonly spec: string;
}

function targetsOf(
  { compared }: IndexComparison,
  keeps: ReadonlySet<string>,
  drops: ReadonlySet<string>,
): readonly Target[] {
  return compared.flatMap((task): readonly Target[] => {
    if (task.said === null && !task.isLost && task.after !== null) return [];
    const { before, earlier, said } = task;
    const keepsTick = isTicked(task) && keeps.has(task.id) && said !== null;
    if (!keepsTick) return [{ task, word: before.written ?? "", spec: earlier.spec }];
    const spec = task.after?.spec?.kind === "there" ? (task.after.spec.spec.status?.value ?? "") : "";
    const hasNote = spec !== earlier.spec && !drops.has(task.id);
    const raw = changedStatusText(hasNote ? spec : earlier.spec, { state: said.state }, indexWords);
    return [
      {
        task,
        word: said.state === "cancelled" ? indexWords.done : indexWords[said.state === "done" ? "done" : "todo"],
        spec: raw,
      },
    ];
  });
}

async function indexChange(
  { index }: ContentReader,
  revision: IndexRevision,
  { compared, added }: IndexComparison,
  targets: readonly Target[],
): Promise<FileChange> {
  const before = await textOrNull(index);
  const isWhole = before !== null && !compared.some(({ isLost, after }) => isLost || after === null);
  let after = isWhole
    ? before
    : withEntries(
        revision.index,
        added.map(({ entry }) => before?.slice(entry.start, entry.end) ?? ""),
        before ?? "",
      );
  for (const { task, word } of targets) if (word !== "") after = withStatus(after, task.id, word) ?? after;
  return { file: index, before, after };
}

/* Entries on lines of their own go behind the last one, where they stand in the same column as those that are there. */
function withEntries(text: string, lines: readonly string[], from: string): string {
  const [here, there] = [readIndex(text), readIndex(from)];
  const last = here.entries.at(-1);
  const fits =
    here.read === "entries" && there.read === "entries" && here.form === there.form && here.column === there.column;
  if (!fits || last === undefined || lines.length === 0) return text;
  const eol = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  const lead = text.slice(0, last.end).endsWith("\n") ? "" : eol;
  const body = lines.map((entry) => (entry.endsWith("\n") ? entry : entry + eol)).join("");
  return spliced(text, [{ start: last.end, end: last.end, text: lead + body }]);
}

async function rowsChange(
  { rows }: ContentReader,
  revision: IndexRevision,
  targets: readonly Target[],
): Promise<readonly FileChange[]> {
  const before = await textOrNull(rows);
  if (revision.rows === null) return [];
  const known = readRows(before ?? "").rows;
  const isWhole = [...readRows(revision.rows).rows.keys()].every((id) => known.has(id));
  let after = before !== null && isWhole ? before : revision.rows;
  for (const { task, word } of targets) {
    const wanted = isKept(task, word) ? word : task.earlier.row;
    if (wanted !== null && wanted !== "") after = withRowStatus(readRows(after), task.id, wanted);
  }
  return [{ file: rows, before, after }];
}

const isKept = ({ before }: ComparedTask, word: string): boolean => word !== (before.written ?? "");

async function specChanges(
  { root }: TaskIndexOptions,
  revision: IndexRevision,
  targets: readonly Target[],
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  const done = new Set<string>();
  for (const { task, spec } of targets) {
    const name = specNameOf(task.before.entry);
    if (name === null || done.has(name)) continue;
    done.add(name);
    const file = { path: join(root, name), name };
    const before = await textOrNull(file);
    const base = before ?? revision.specs[name];
    if (base !== undefined && spec !== "") changes.push({ file, before, after: withSpecStatus(base, spec) });
  }
  for (const [name, text] of Object.entries(revision.specs)) {
    if (done.has(name)) continue;
    const file = { path: join(root, name), name };
    if ((await textOrNull(file)) === null) changes.push({ file, before: null, after: text });
  }
  return changes;
}
