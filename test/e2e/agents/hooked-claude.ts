import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// A program that behaves like Claude Code towards its hooks: `node hooked-claude.ts SCRATCH <arguments of claude>`. It asks them
// before each tool, does what is allowed, and says what was not in its result.

/** One tool that is used, or tried. */
export interface ToolMove {
  readonly tool: "Bash" | "Write";
  readonly input: Readonly<Record<string, string>>;
}

/** One call: what it tries, and its last words. */
export interface HookedCall {
  readonly moves: readonly ToolMove[];
  readonly say: string;
}

/** A shell command. */
export const bash = (command: string): ToolMove => ({ tool: "Bash", input: { command } });

/** A file that is written whole; the path is relative to the work tree. */
export const write = (path: string, content: string): ToolMove => ({
  tool: "Write",
  input: { file_path: path, content },
});

/** The file to start. */
export const hookedClaudeFile: string = import.meta.filename;

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string }[];
}

const session = "3f2b8c10-5a6d-4e7f-8a9b-0c1d2e3f4a5b";

function main(scratch: string, args: readonly string[]): void {
  const prompt = readFileSync(0, "utf8");
  const settings = args[args.indexOf("--settings") + 1] ?? "{}";
  const { hooks = {} }: { readonly hooks?: Readonly<Record<string, readonly HookGroup[]>> } = JSON.parse(settings);
  const noted = join(scratch, "calls.jsonl");
  const before = lines(noted).length;
  appendFileSync(
    noted,
    `${JSON.stringify({ pid: process.pid, role: process.env["RALPH_ROLE"], task: process.env["RALPH_TASK_ID"], prompt })}\n`,
  );
  const script: readonly HookedCall[] = JSON.parse(readFileSync(join(scratch, "hooked.json"), "utf8"));
  const call = script[Math.min(before, script.length - 1)] ?? { moves: [], say: "" };

  /** The first hook that refuses, by its reason. */
  const refused = (event: string, tool: string, payload: object): string | null => {
    const groups = (hooks[event] ?? []).filter(({ matcher = ".*" }) => new RegExp(`^(?:${matcher})$`).test(tool));
    for (const { command } of groups.flatMap((group) => group.hooks)) {
      const input = JSON.stringify({ session_id: session, cwd: process.cwd(), hook_event_name: event, ...payload });
      const asked = spawnSync("/bin/sh", ["-c", command], { input, encoding: "utf8" });
      if (asked.status === 2) return asked.stderr.trim();
      if (asked.stdout.includes('"decision":"block"')) return asked.stdout;
    }
    return null;
  };

  say({ type: "system", subtype: "init", session_id: session, model: "claude-test", cwd: process.cwd() });
  const denials: object[] = [];
  call.moves.forEach(({ tool, input }, index) => {
    const id = `toolu_${index}`;
    message("assistant", { type: "tool_use", id, name: tool, input });
    const why = refused("PreToolUse", tool, { tool_name: tool, tool_input: input, tool_use_id: id });
    if (why !== null) denials.push({ tool_name: tool, tool_use_id: id, tool_input: input });
    const content = why === null ? done(tool, input) : `PreToolUse:${tool} hook error: [ralph]: ${why}`;
    message("user", { type: "tool_result", tool_use_id: id, content, is_error: why !== null });
  });
  const task = process.env["RALPH_TASK_ID"] ?? "";
  const answer = call.say.replaceAll("{task}", task);
  message("assistant", { type: "text", text: answer });
  refused("Stop", "", { stop_hook_active: true, last_assistant_message: answer });
  say({
    type: "result",
    subtype: "success",
    is_error: false,
    num_turns: call.moves.length + 1,
    result: answer,
    session_id: session,
    total_cost_usd: 0.01,
    usage: { input_tokens: 10, output_tokens: 10 },
    permission_denials: denials,
  });
}

function done(tool: ToolMove["tool"], input: ToolMove["input"]): string {
  if (tool === "Write") {
    const { file_path: path = "", content = "" } = input;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return "written";
  }
  try {
    return execFileSync("/bin/sh", ["-c", input["command"] ?? ""], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}

const say = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

const message = (role: string, block: object): void =>
  say({
    type: role,
    message: { role, content: [block], usage: { input_tokens: 1, output_tokens: 1 } },
    session_id: session,
  });

function lines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? "", process.argv.slice(3));
