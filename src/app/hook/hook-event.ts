import type { HookAnswer, HookDialect, HookPayload } from "../../adapters/agents/hooks/hook-dialect.ts";
import type { HookSurroundings } from "./hook-surroundings.ts";

/** One call of a hook: what the program sent, in whose form, at which of its events, and where. */
export interface HookEvent {
  readonly dialect: HookDialect;
  readonly event: string;
  readonly payload: HookPayload;
  readonly around: HookSurroundings;
}

/** What is done at a moment. A rejection is a failure of the hook itself. */
export type HookHandler = (event: HookEvent) => Promise<HookAnswer>;
