import type { AgentDialect } from "../../ports/agent.ts";
import type { CommandFormat } from "./command/command.ts";

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

type MakeDialect = (settings: DialectSettings) => Promise<AgentDialect>;

/** Every agent that can be named in the configuration, loaded once it is asked for. A new one is a folder beside these and a line here. */
export const dialects = {
  claude: async () => (await import("./claude/claude.ts")).claude,
  codex: async () => (await import("./codex/codex.ts")).codex,
  gemini: async () => (await import("./gemini/gemini.ts")).gemini,
  qwen: async () => (await import("./qwen/qwen.ts")).qwen,
  copilot: async () => (await import("./copilot/copilot.ts")).copilot,
  opencode: async () => (await import("./opencode/opencode.ts")).opencode,
  pi: async () => (await import("./pi/pi.ts")).pi,
  acp: async ({ self, command, family }) =>
    (await import("./acp/acp.ts")).acp([...self, "acp"], command, family ?? undefined),
  command: async ({ command, format, family }) =>
    (await import("./command/command.ts")).command(command, format, family ?? undefined),
  script: async ({ self, script, family }) =>
    (await import("./script/script.ts")).script([...self, "play"], script, family ?? undefined),
} as const satisfies Readonly<Record<string, MakeDialect>>;

/** The names of the table. */
export type DialectName = keyof typeof dialects;
