import type { AgentDialect } from "../../ports/agent.ts";
import { claude } from "./claude/claude.ts";
import { codex } from "./codex/codex.ts";
import { command, type CommandFormat } from "./command/command.ts";
import { gemini } from "./gemini/gemini.ts";
import { qwen } from "./qwen/qwen.ts";
import { script } from "./script/script.ts";

/** What the dialects that are no fixed program need to know. */
export interface DialectSettings {
  /** Argv of the `command` agent; empty where another agent is used. */
  readonly command: readonly string[];
  readonly format: CommandFormat;
  /** The vendor behind a `command` agent; null: unknown, counted as a family of its own. */
  readonly family: string | null;
  /** Argv that starts the player of scripts. */
  readonly player: readonly string[];
  /** Absolute path of the script. */
  readonly script: string;
}

type MakeDialect = (settings: DialectSettings) => AgentDialect;

/** Every agent that can be named in the configuration. A new one is a folder beside these and a line here. */
export const dialects = {
  claude: () => claude,
  codex: () => codex,
  gemini: () => gemini,
  qwen: () => qwen,
  command: ({ command: argv, format, family }) => command(argv, format, family ?? undefined),
  script: ({ player, script: file }) => script(player, file),
} as const satisfies Readonly<Record<string, MakeDialect>>;

/** The names of the table. */
export type DialectName = keyof typeof dialects;
