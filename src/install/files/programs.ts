import { markdownRole, tomlRole, type RoleForm } from "./role-forms.ts";

/** An agent program that files can be installed for: where it looks for skills and roles, and in which form it reads a role. */
export interface AgentProgram {
  /** Its name for people. */
  readonly title: string;
  /** The program to look for on PATH. */
  readonly command: string;
  /** Paths that show that a repository is worked with it. */
  readonly signs: readonly string[];
  /** Folder of skills; each is a folder with a `SKILL.md`, in the same form everywhere. */
  readonly skills: string;
  /** Null: it knows no agents beside the one that is talked to. */
  readonly roles: { readonly folder: string; readonly ending: string; readonly form: RoleForm } | null;
}

/**
 * Every program that `ralph init` writes for. Seven of them were read off in documents or sources: unknown keys in the head of a
 * role are an error for Gemini CLI and settings of the model for OpenCode, so that no form holds more than its program names.
 */
export const agentPrograms = {
  claude: {
    title: "Claude Code",
    command: "claude",
    signs: [".claude", "CLAUDE.md"],
    skills: ".claude/skills",
    roles: {
      folder: ".claude/agents",
      ending: ".md",
      form: markdownRole(({ name, description, access, tier }) => ({
        name,
        description,
        tools: { read: "Read, Grep, Glob", run: "Read, Grep, Glob, Bash", edit: "Read, Write, Edit, Grep, Glob, Bash" }[
          access
        ],
        model: { inherit: "inherit", strong: "opus", cheap: "haiku" }[tier],
      })),
    },
  },
  codex: {
    title: "Codex",
    command: "codex",
    signs: [".codex"],
    skills: ".codex/skills",
    roles: {
      folder: ".codex/agents",
      ending: ".toml",
      form: tomlRole(({ name, description, access }) => ({
        name,
        description,
        sandbox_mode: access === "read" ? "read-only" : "workspace-write",
      })),
    },
  },
  gemini: {
    title: "Gemini CLI",
    command: "gemini",
    signs: [".gemini", "GEMINI.md"],
    skills: ".gemini/skills",
    roles: {
      folder: ".gemini/agents",
      ending: ".md",
      form: markdownRole(({ name, description, access }) => ({
        name,
        description,
        kind: "local",
        tools: [
          "read_file",
          "list_directory",
          "glob",
          "grep_search",
          ...(access === "read" ? [] : ["run_shell_command"]),
          ...(access === "edit" ? ["write_file", "replace"] : []),
        ],
      })),
    },
  },
  cursor: {
    title: "Cursor",
    command: "cursor-agent",
    signs: [".cursor"],
    skills: ".cursor/skills",
    roles: {
      folder: ".cursor/agents",
      ending: ".md",
      // `readonly` also forbids the shell, which roles that run checks need.
      form: markdownRole(({ name, description, access }) => ({
        name,
        description,
        model: "inherit",
        readonly: access === "read",
      })),
    },
  },
  copilot: {
    title: "Copilot",
    command: "copilot",
    signs: [".github/copilot-instructions.md", ".github/skills", ".github/agents"],
    skills: ".github/skills",
    roles: {
      folder: ".github/agents",
      ending: ".agent.md",
      form: markdownRole(({ name, description, access }) => ({
        name,
        description,
        tools: ["read", "search", ...(access === "read" ? [] : ["execute"]), ...(access === "edit" ? ["edit"] : [])],
      })),
    },
  },
  opencode: {
    title: "OpenCode",
    command: "opencode",
    signs: [".opencode", "opencode.json"],
    skills: ".opencode/skills",
    roles: {
      folder: ".opencode/agents",
      ending: ".md",
      form: markdownRole(({ description, access }) => ({
        description,
        mode: "subagent",
        permission: {
          edit: access === "edit" ? "allow" : "deny",
          bash: access === "read" ? "deny" : "allow",
        },
      })),
    },
  },
  qwen: {
    title: "Qwen Code",
    command: "qwen",
    signs: [".qwen", "QWEN.md"],
    skills: ".qwen/skills",
    roles: {
      folder: ".qwen/agents",
      ending: ".md",
      form: markdownRole(({ name, description, access }) => ({
        name,
        description,
        tools: [
          "read_file",
          "list_directory",
          "glob",
          "grep_search",
          ...(access === "read" ? [] : ["run_shell_command"]),
          ...(access === "edit" ? ["write_file", "edit"] : []),
        ],
      })),
    },
  },
  pi: { title: "pi", command: "pi", signs: [".pi"], skills: ".pi/skills", roles: null },
} as const satisfies Readonly<Record<string, AgentProgram>>;

/** The names by which programs are chosen: `--agents claude,codex`. */
export type ProgramName = keyof typeof agentPrograms;

/** All of them, in the order in which they are shown. */
export const programNames = Object.keys(agentPrograms).filter((name): name is ProgramName => name in agentPrograms);

/** Where a program looks for a skill, relative to the repository. */
export const skillPath = (program: ProgramName, skill: string): string =>
  `${agentPrograms[program].skills}/${skill}/SKILL.md`;
