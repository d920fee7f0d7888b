import {
  type HookAnswer,
  type HookDialect,
  type HookMoment,
  type HookPayload,
  isPayload,
  silent,
  textField,
} from "./hook-dialect.ts";
import { withoutOuterShell } from "./outer-shell.ts";

const say = (value: unknown): HookAnswer => ({ ...silent, stdout: `${JSON.stringify(value)}\n` });
/** Exit code 2 and the reason on stderr: what every program below takes as a refusal. */
const refuse = (reason: string): HookAnswer => ({ exitCode: 2, stdout: "", stderr: `${reason}\n` });

const claudeMoments: Readonly<Record<string, HookMoment>> = {
  PreToolUse: "before-tool",
  PostToolUse: "after-tool",
  Stop: "stop",
  SubagentStart: "sub-agent-start",
  SubagentStop: "sub-agent-stop",
  SessionStart: "session-start",
  SessionEnd: "ignored",
  UserPromptSubmit: "ignored",
};

const claude: HookDialect = {
  moments: claudeMoments,
  tool(payload) {
    const tool = textField(payload, "tool_name");
    const input = payload["tool_input"];
    return tool !== null && isPayload(input) ? { tool, input } : null;
  },
  lastAnswer(payload) {
    const text = textField(payload, "last_assistant_message");
    return text === null ? null : { kind: "text", text };
  },
  refuse,
  goOn: (reason) => say({ decision: "block", reason }),
  tell: (event, words) => say({ hookSpecificOutput: { hookEventName: event, additionalContext: words } }),
};

const codexInput = (input: HookPayload): HookPayload =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name === "command" || name === "cmd" ? withoutOuterShell(value) : value,
    ]),
  );

/** Claude Code's form; a command may come with Codex's own shell around it, or as a list of words. */
const codex: HookDialect = {
  ...claude,
  tool(payload) {
    const call = claude.tool(payload);
    return call === null ? null : { tool: call.tool, input: codexInput(call.input) };
  },
};

const gemini: HookDialect = {
  ...claude,
  moments: {
    BeforeTool: "before-tool",
    AfterTool: "after-tool",
    AfterAgent: "stop",
    SessionStart: "session-start",
    SessionEnd: "ignored",
    BeforeAgent: "ignored",
  },
  // `prompt_response` holds the pieces of all turns with blanks between them; whole answers stand in the transcript alone.
  lastAnswer(payload) {
    const path = textField(payload, "transcript_path");
    const read = (record: HookPayload) => (record["type"] === "gemini" ? textField(record, "content") : null);
    return path === null ? null : { kind: "transcript", path, read };
  },
  goOn: (reason) => say({ decision: "deny", reason }),
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const copilot: HookDialect = {
  moments: {
    preToolUse: "before-tool",
    postToolUse: "after-tool",
    agentStop: "stop",
    subagentStart: "sub-agent-start",
    subagentStop: "sub-agent-stop",
    sessionStart: "session-start",
    sessionEnd: "ignored",
    userPromptSubmitted: "ignored",
  },
  tool(payload) {
    const tool = textField(payload, "toolName");
    const told = payload["toolArgs"];
    const input = typeof told === "string" ? parsed(told) : told;
    if (tool === null) return null;
    // A tool whose whole input is one text, such as a patch.
    return { tool, input: isPayload(input) ? input : { input } };
  },
  lastAnswer(payload) {
    const path = textField(payload, "transcriptPath");
    const read = ({ type, data }: HookPayload) =>
      type === "assistant.message" && isPayload(data) ? textField(data, "content") : null;
    return path === null ? null : { kind: "transcript", path, read };
  },
  // Of a refusal by exit code alone the reason is lost.
  refuse: (reason) => ({
    ...refuse(reason),
    stdout: `${JSON.stringify({ permissionDecision: "deny", permissionDecisionReason: reason })}\n`,
  }),
  goOn: (reason) => claude.goOn(reason),
  tell: (_, words) => say({ additionalContext: words }),
};

/** pi has no hooks: an extension of ours (assets/hooks/pi.js) asks this process, and knows no end to refuse. */
const pi: HookDialect = {
  ...claude,
  moments: { tool_call: "before-tool" },
  tool(payload) {
    const tool = textField(payload, "toolName");
    const { input } = payload;
    return tool !== null && isPayload(input) ? { tool, input } : null;
  },
  lastAnswer: () => null,
};

/** The agent programs whose hooks are understood. OpenCode has none that work unattended: it gets permission rules. */
export const hookDialects: Readonly<Record<string, HookDialect>> = { claude, codex, gemini, qwen: claude, copilot, pi };
