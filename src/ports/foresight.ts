import type { Brief, BriefReading } from "../core/brief/brief.ts";
import type { TaskId } from "../core/task.ts";

/**
 * What is known ahead of the next task, as small files in the harness's own folder: which task should come next, and briefs. Writes are
 * atomic and reject where the disk refuses; reading never rejects: what can't be read is not there.
 */
export interface Foresight {
  /** The id that an optimiser has left as the best one to go on with; null where there is none, or nothing that could be an id. */
  hint(): TaskId | null;
  /** The same, and the note is gone. */
  takeHint(): TaskId | null;
  /** Mirrors the id that an agent intends to work next; null takes the mirror away. */
  intend(id: TaskId | null): Promise<void>;
  /** The brief that is kept for the work under way; null: none. It may be another task's. */
  brief(): BriefReading | null;
  /** Keeps a brief for the work under way. */
  keep(brief: Brief): Promise<void>;
  /** Keeps a brief that was made ahead. */
  prepare(brief: Brief): Promise<void>;
  /** The brief that was made ahead, which is gone then; null where there is none, or none that can be read. */
  takePrepared(): Brief | null;
}
