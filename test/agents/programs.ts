import { dialects } from "../../src/adapters/agents/dialects.ts";
import type { AgentPackage } from "./install.ts";

/** An agent program that these tests can drive, as npm knows it. */
export interface AgentProgram extends AgentPackage {
  /** Its name and version, as tests and the summary call it. */
  readonly title: string;
}

const settings = { command: [], format: "text", family: null, self: [], script: "" } as const;

/** The version that the adapter was tried with first: `latest` would silently be an older one on an older Node. */
async function program(kind: keyof typeof dialects, title: string, name: string): Promise<AgentProgram> {
  const [version = "latest"] = (await dialects[kind](settings)).triedVersions;
  return { package: name, version, bin: kind, title: `${title} ${version}` };
}

/** Every program, by the name that Ralph has for it. */
export const programs = {
  claude: await program("claude", "Claude Code", "@anthropic-ai/claude-code"),
  codex: await program("codex", "Codex", "@openai/codex"),
  gemini: await program("gemini", "Gemini CLI", "@google/gemini-cli"),
  qwen: await program("qwen", "Qwen Code", "@qwen-code/qwen-code"),
  copilot: await program("copilot", "Copilot CLI", "@github/copilot"),
  pi: await program("pi", "pi", "@mariozechner/pi-coding-agent"),
  opencode: await program("opencode", "OpenCode", "opencode-ai"),
} as const satisfies Readonly<Record<string, AgentProgram>>;

/** A name in the table. */
export type ProgramName = keyof typeof programs;

const usual: ReadonlySet<string> = new Set<ProgramName>(["claude", "codex"]);

/** Which are wanted, by RALPH_TEST_AGENTS: `all`, or names beside the usual two, with blanks or commas between. */
export function wantedPrograms(asked = process.env["RALPH_TEST_AGENTS"] ?? ""): ReadonlySet<string> {
  const words = asked.split(/[\s,]+/).filter((word) => word !== "");
  return new Set(words.includes("all") ? Object.keys(programs) : [...usual, ...words]);
}
