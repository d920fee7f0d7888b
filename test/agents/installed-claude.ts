import { inject } from "vitest";
import { type LoopWorld, type LoopWorldOptions, openLoopWorld } from "./loop-world.ts";
import { programs } from "./programs.ts";

/** Claude Code as these tests run it; where it can't be had its tests are skipped, and the summary says so. */
export const installed = inject("programs")["claude"] ?? { ok: false, reason: "not asked for" };

/** The name of a group of tests. */
export const claudeVersion = programs.claude.title;

/** A world whose agent is this Claude Code. */
export const openClaudeWorld = (options: Omit<LoopWorldOptions, "program" | "agent">): Promise<LoopWorld> =>
  openLoopWorld({ ...options, program: "claude", agent: "claude" });
