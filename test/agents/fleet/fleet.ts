import { inject } from "vitest";
import { type LoopWorld, type LoopWorldOptions, openLoopWorld } from "../loop-world.ts";
import { type ProgramName, programs } from "../programs.ts";

/** One way to drive one program through the loop, and what is known of it that a scenario depends on. */
export interface Member {
  /** With the program's version, as the summary counts by it. */
  readonly title: string;
  readonly program: ProgramName;
  /** As RALPH_AGENT has it. */
  readonly agent: string;
  /** Whether the stream tells tokens. */
  readonly tellsUsage: boolean;
  /** Whether the model is asked again after a refused call; else the call ends there. */
  readonly goesOn: boolean;
  /** What a used-up plan looks like: with its reset, in words alone, or as a service that is busy. */
  readonly limit: "reset" | "words" | "busy";
}

const member = (program: ProgramName, traits: Partial<Member> = {}): Member => ({
  title: programs[program].title,
  program,
  agent: program,
  tellsUsage: true,
  goesOn: true,
  limit: "reset",
  ...traits,
});

const overAcp = (program: ProgramName, server: string, traits: Partial<Member> = {}): Member =>
  member(program, { title: `${programs[program].title} over ACP`, agent: `acp:${server}`, ...traits });

const members: readonly Member[] = [
  member("claude"),
  member("codex"),
  member("gemini", { limit: "words" }),
  member("qwen"),
  member("copilot", { tellsUsage: false }),
  member("pi"),
  member("opencode"),
  overAcp("copilot", "copilot --acp", { goesOn: false }),
];

const installed = inject("programs");

/** All that can be driven here. What was not asked for or can't be had is left out: the summary after the run tells it. */
export const fleet = members.filter(({ program }) => installed[program]?.ok === true);

/** A world whose agent is this member. */
export const openFleetWorld = (
  { program, agent }: Member,
  options: Omit<LoopWorldOptions, "program" | "agent">,
): Promise<LoopWorld> => openLoopWorld({ ...options, program, agent });
