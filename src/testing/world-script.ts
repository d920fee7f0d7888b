import type { Brief } from "../core/brief/brief.ts";
import type { Task } from "../core/task.ts";
import type { PlayedMerge } from "./played-forge.ts";
import type { Turn } from "./turn.ts";

/** What the world of a played run is told beforehand. */
export interface WorldScript {
  readonly tasks: readonly Task[];
  readonly faulty: readonly string[];
  readonly turns: readonly Turn[];
  readonly proofs: readonly ("green" | "red")[];
  readonly canResume: boolean;
  /** What is found when a task's pull request is looked at, one word a look; the last is repeated. */
  readonly merges: Readonly<Record<string, readonly PlayedMerge[]>>;
  /** What the coordinator's briefs say beside the usual; null: it gives none. */
  readonly brief?: Partial<Brief> | null;
}
