import type { AgentDialect } from "../../ports/agent.ts";
import { acp } from "./acp/acp.ts";
import { claude } from "./claude/claude.ts";
import { codex } from "./codex/codex.ts";
import { command, type CommandFormat } from "./command/command.ts";
import { copilot } from "./copilot/copilot.ts";
import { gemini } from "./gemini/gemini.ts";
import { opencode } from "./opencode/opencode.ts";
import { pi } from "./pi/pi.ts";
import { qwen } from "./qwen/qwen.ts";
import { script } from "./script/script.ts";

/** What the dialects that are no fixed program need to know. */
export interface DialectSettings {
  /** Argv of the `command` agent or of the ACP server; empty where another agent is used. */
  readonly command: readonly string[];
  readonly format: CommandFormat;
  /** The vendor behind a `command` agent or an ACP server, or the one whose part a script plays; null: unknown, counted as a family of its own. */
  readonly family: string | null;
  /** Argv that starts this very program, as the player of scripts or as the bridge to an ACP server. */
  readonly self: readonly string[];
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
  copilot: () => copilot,
  opencode: () => opencode,
  pi: () => pi,
  acp: ({ self, command: server, family }) => acp([...self, "acp"], server, family ?? undefined),
  command: ({ command: argv, format, family }) => command(argv, format, family ?? undefined),
  script: ({ self, script: file, family }) => script([...self, "play"], file, family ?? undefined),
} as const satisfies Readonly<Record<string, MakeDialect>>;

/** The names of the table. */
export type DialectName = keyof typeof dialects;
