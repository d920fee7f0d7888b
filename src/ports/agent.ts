import type { CallOutcome, Denial, Role, Usage, UsageLimit } from "../core/outcome.ts";
import type { PlacedFile } from "./processes.ts";

/** What an agent program can do; the loop asks nothing that is not listed here. */
export interface AgentAbilities {
  readonly resume: boolean;
  readonly hooks: boolean;
  readonly schema: boolean;
  readonly budget: boolean;
  readonly sandbox: boolean;
}

/** One call that is wanted. Paths are absolute. */
export interface AgentRequest {
  readonly role: Role;
  readonly prompt: string;
  /** Model name or null for the program's own default. */
  readonly model: string | null;
  /** The session to go on with, one of our own; null starts afresh. */
  readonly resume: string | null;
  readonly workspace: string;
  /** The `ralph hook` command that goes with each call: argv, absolute. Null: no hooks. */
  readonly hook: readonly string[] | null;
  /** Our own folder of files for programs, such as the extension that asks the hook for pi. */
  readonly assets?: string | null;
  /** JSON schema of the answer, where one is wanted. */
  readonly schema: unknown;
  readonly maxCostUsd: number | null;
  /** Where git keeps the repository, which a sandbox has to leave writable for commits. */
  readonly gitFolder?: string | null;
  /** What the names of files made for this call begin with; null: none can be made. */
  readonly scratch?: string | null;
}

/** How to start the program: argv (never a shell string), its additional environment, and what it reads on stdin. */
export interface AgentCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** The program that has to be there, where `file` only speaks with it. */
  readonly program?: string;
  /** For what a program takes from a file only; paths begin with the request's `scratch`. */
  readonly files?: readonly PlacedFile[];
}

/** What one line of an agent's output says. `sub` marks what a sub-agent said or did: never the answer. */
export type AgentEvent =
  | { readonly type: "session"; readonly id: string; readonly model: string | null; readonly version: string | null }
  | { readonly type: "text"; readonly text: string; readonly sub: boolean }
  | {
      readonly type: "tool";
      readonly id: string | null;
      readonly name: string;
      readonly input: string;
      readonly sub: boolean;
    }
  | {
      readonly type: "tool-result";
      readonly id: string | null;
      readonly isError: boolean;
      readonly text: string;
      readonly sub: boolean;
    }
  | { readonly type: "sub-agent"; readonly id: string | null; readonly name: string }
  | { readonly type: "usage"; readonly usage: Usage; readonly mode: "add" | "total" }
  | { readonly type: "cost"; readonly usd: number }
  | { readonly type: "limit"; readonly limit: UsageLimit }
  /** `waitMs`: how long the program is going to wait before it asks again, where it tells. */
  | { readonly type: "retry"; readonly attempt: number | null; readonly reason: string; readonly waitMs?: number }
  | { readonly type: "denied"; readonly denial: Denial }
  | { readonly type: "error"; readonly outcome: CallOutcome; readonly message: string }
  /** The end as the program states it. `outcome` null: ended without an error. `text` null: the last texts are the answer. */
  | { readonly type: "end"; readonly outcome: CallOutcome | null; readonly text: string | null };

/** How the process ended: exit code or signal, what we did to it, and its stderr (tail, bounded). */
export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  /** Set when we ended it: why. `waiting`: it was going to wait long before it asked its service again. */
  readonly endedByUs: "timed_out" | "idle" | "killed" | "output_flood" | "waiting" | null;
}

/** A call as a whole, read from its events and its end; the form of `ralph agents parse --json`. */
export interface CallReading {
  readonly outcome: CallOutcome;
  /** One sentence of evidence for an outcome that is not ok. */
  readonly message: string | null;
  readonly finalText: string;
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly version: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly limit: UsageLimit | null;
  /** When an overloaded service asked to be tried again (ms), where it said so. */
  readonly retryAt?: number | null;
  readonly denials: readonly Denial[];
  readonly toolCalls: number;
  readonly subAgents: number;
  readonly retries: number;
  readonly unreadableLines: number;
}

/** Reads one call's output line by line. `line` never throws: an unknown line gives no event. */
export interface AgentReader {
  line(text: string): readonly AgentEvent[];
  /** Call once, after the process is gone. `now` (ms) resolves clock-only reset times. */
  end(end: ProcessEnd, now: number): CallReading;
}

/** One agent program: a name, a family, what it can do, how it is started and how it is read. Pure; starting is done elsewhere. */
export interface AgentDialect {
  readonly name: string;
  /** The vendor, for reviews by another family. */
  readonly family: string;
  readonly abilities: AgentAbilities;
  /** Versions it was tried with. */
  readonly triedVersions: readonly string[];
  /** Environment variables of its own that pass the allow-list. */
  readonly env: readonly string[];
  command(request: AgentRequest): AgentCommand;
  /** `before`: what the session had used before it was resumed, for programs that count by session; null where unknown. */
  read(before?: Usage | null): AgentReader;
}
