import type { RunView } from "../../core/summary.ts";
import type { Stage } from "../../core/step.ts";
import type { Activity } from "../live/activity.ts";
import { outsideText, type Escape } from "../text/outside-text.ts";

/** Everything that one frame shows, and nothing else: the same scene gives the same frame. Times in ms since 1970. */
export interface Scene {
  readonly view: RunView;
  readonly stage: Stage;
  readonly stageSince: number;
  readonly activity: Activity;
  readonly asked: Asked;
  readonly now: number;
  readonly escape: Escape;
}

/** What people have asked of the run and it has not come to yet. */
export interface Asked {
  readonly stop: "no" | "after-task" | "now";
  readonly paused: boolean;
}

/** A terminal's size in characters. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Text from outside for one line of this scene: escaped, white space in one, no longer than any screen is wide. */
export const outside = (scene: Scene, text: string): string =>
  outsideText(text.slice(0, 2_000), scene.escape).replaceAll(/\s+/g, " ").trim();
