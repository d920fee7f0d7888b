/** Where an agent program keeps its log-in, sessions and settings: paths below the home, and variables that name another place. */
export interface AgentFolders {
  readonly writable: readonly string[];
  /** Within those: what steers every later session of the person, and no call has to change. */
  readonly fixed: readonly string[];
  readonly variables: readonly string[];
}

const none: AgentFolders = { writable: [], fixed: [], variables: [] };

const folders: Readonly<Record<string, AgentFolders>> = {
  claude: {
    writable: [".claude", ".claude.json"],
    fixed: [".claude/settings.json", ".claude/hooks", ".claude/agents", ".claude/skills", ".claude/plugins"],
    variables: ["CLAUDE_CONFIG_DIR"],
  },
  codex: {
    writable: [".codex"],
    fixed: [".codex/hooks.json", ".codex/AGENTS.md", ".codex/skills"],
    variables: ["CODEX_HOME", "CODEX_SQLITE_HOME"],
  },
  gemini: {
    writable: [".gemini"],
    fixed: [".gemini/extensions", ".gemini/policies", ".gemini/skills"],
    variables: ["GEMINI_CLI_HOME"],
  },
  qwen: { writable: [".qwen"], fixed: [".qwen/extensions", ".qwen/skills"], variables: ["QWEN_HOME"] },
  copilot: {
    writable: [".copilot", ".cache/copilot", ".config/github-copilot"],
    fixed: [".copilot/hooks", ".copilot/skills"],
    variables: ["COPILOT_HOME"],
  },
  opencode: {
    writable: [".local/share/opencode", ".local/state/opencode", ".cache/opencode", ".config/opencode"],
    fixed: [".config/opencode/opencode.json", ".config/opencode/plugin", ".config/opencode/plugins"],
    variables: [],
  },
  pi: { writable: [".pi"], fixed: [".pi/agent/extensions", ".pi/agent/skills"], variables: ["PI_CODING_AGENT_DIR"] },
};

/** What a sandbox has to leave to an agent program of its home; nothing for one that is not known. */
export const agentFolders = (agent: string): AgentFolders =>
  Object.hasOwn(folders, agent) ? (folders[agent] ?? none) : none;

/** The agent programs that a command's words name, such as `codex-acp` or a path to one. */
export const agentsNamedIn = (words: readonly string[]): readonly string[] =>
  Object.keys(folders).filter((name) =>
    words.some((word) => new RegExp(String.raw`(?:^|[\W_])${name}(?:$|[\W_])`).test(word)),
  );
