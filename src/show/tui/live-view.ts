import type { RunView } from "../../core/summary.ts";
import type { Stage } from "../../core/step.ts";

/** A place to draw: a terminal. */
export interface Screen {
  write(text: string): void;
  columns(): number;
  rows(): number;
  onResize(changed: () => void): Disposable;
  readonly hasColor: boolean;
}

/** What an agent does right now, as far as the view shows it. */
export interface Action {
  readonly type: string;
}

/** The calm view of one run. */
export interface LiveView {
  show(view: RunView, stage: Stage): void;
  agent(event: Action): void;
  close(): Promise<void>;
}

/** Opens the view. */
export function openLiveView(_screen: Screen, _now: () => number): LiveView {
  return { show: () => {}, agent: () => {}, close: () => Promise.resolve() };
}
