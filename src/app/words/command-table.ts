import type { Command } from "commander";
import type { CommandContext } from "./program.ts";

/** One command: what `ralph --help` says of it, and where the rest of it is. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly hidden?: boolean;
  readonly load: () => Promise<{ define(command: Command, context: CommandContext): void }>;
}

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
export const commands: readonly CommandRow[] = [
  {
    name: "run",
    description: "work the backlog until it is done, or until there is a reason to stop",
    load: () => import("../commands/run.ts"),
  },
  {
    name: "status",
    description: "what is going on right now: run, task, stage, open tasks",
    load: () => import("../commands/status.ts"),
  },
  { name: "next", description: "the task that would be picked, and why", load: () => import("../commands/next.ts") },
  { name: "plan", description: "read and write the backlog by hand", load: () => import("../commands/plan.ts") },
  {
    name: "inbox",
    description: "what is waiting for you, and how to answer",
    load: () => import("../commands/inbox.ts"),
  },
  {
    name: "answer",
    description: "answer a task that waits for you, and queue it again",
    load: () => import("../commands/answer.ts"),
  },
  {
    name: "review",
    description: "walk through what has landed, the riskiest first: accept it or revert it",
    load: () => import("../commands/review.ts"),
  },
  { name: "report", description: "how a run went", load: () => import("../commands/report.ts") },
  {
    name: "show",
    description: "one task or iteration: claims beside measurements, receipts, logs",
    load: () => import("../commands/show.ts"),
  },
  { name: "logs", description: "what agents said and did", load: () => import("../commands/logs.ts") },
  { name: "pause", description: "hold the run before its next task", load: () => import("../commands/pause.ts") },
  { name: "resume", description: "let a paused run go on", load: () => import("../commands/resume.ts") },
  { name: "stop", description: "end the run, now or after its task", load: () => import("../commands/stop.ts") },
  {
    name: "breaker",
    description: "the circuit breaker: look at it, close it",
    load: () => import("../commands/breaker.ts"),
  },
  {
    name: "wip",
    description: "work that was put aside: list it, bring it back",
    load: () => import("../commands/wip.ts"),
  },
  {
    name: "workspace",
    description: "make or put away the workspace of an execution plan",
    load: () => import("../commands/workspace.ts"),
  },
  {
    name: "merges",
    description: "pull requests that wait for their checks",
    load: () => import("../commands/merges.ts"),
  },
  {
    name: "config",
    description: "every setting, and where its value comes from",
    load: () => import("../commands/config.ts"),
  },
  {
    name: "agents",
    description: "agent programs: which are installed, and what a recorded stream says",
    load: () => import("../commands/agents.ts"),
  },
  {
    name: "guard",
    description: "whether an agent may run a command",
    load: () => import("../commands/guard.ts"),
  },
  {
    name: "block",
    description: "the status block: parse, validate, render",
    load: () => import("../commands/block.ts"),
  },
  { name: "ledger", description: "the history: query, export, rebuild", load: () => import("../commands/ledger.ts") },
  {
    name: "demo",
    description: "show the whole loop in a small repository, without an account",
    load: () => import("../commands/demo.ts"),
  },
  { name: "init", description: "look at this repository and set it up", load: () => import("../commands/init.ts") },
  {
    name: "upgrade",
    description: "renew what init has installed, and keep your changes",
    load: () => import("../commands/upgrade.ts"),
  },
  {
    name: "doctor",
    description: "say whether everything is in place, and how to fix what is not",
    load: () => import("../commands/doctor.ts"),
  },
];
