import type { CallOutcome, Denial, Usage, UsageLimit } from "../../core/outcome.ts";

/** What this command needs of an agent's dialect; every `AgentDialect` has it. */
export interface StreamDialect {
  readonly name: string;
  read(): {
    line(text: string): unknown;
    end(end: RecordedEnd & { readonly endedByUs: null }, now: number): RecordedCall;
  };
}

/** How the recorded process ended. Both null: it is taken to have ended by itself with exit code 0. */
interface RecordedEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

interface RecordedCall {
  readonly outcome: CallOutcome;
  readonly message: string | null;
  readonly finalText: string;
  readonly sessionId: string | null;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly limit: UsageLimit | null;
  readonly denials: readonly Denial[];
  readonly toolCalls: number;
  readonly subAgents: number;
  readonly retries: number;
  readonly unreadableLines: number;
}

/** How a recorded stream is read, and told. */
export interface ParseOptions extends RecordedEnd {
  /** The present in ms: a limit that resets at "3pm" is meant from here. */
  readonly now: number;
  readonly json: boolean;
}

/** Lines longer than this are cut: no event of an agent is. */
const maxLineChars = 16 * 1024 * 1024;

/** Reads a recorded stream as the loop would. The exit code is 0 whatever the outcome: it is the reading that was asked for. */
export async function agentsParse(
  dialect: StreamDialect,
  stream: AsyncIterable<Uint8Array | string>,
  options: ParseOptions,
): Promise<{ readonly stdout: string; readonly exitCode: number }> {
  const reader = dialect.read();
  for await (const line of linesOf(stream)) reader.line(line);
  const { signal, stderr, now } = options;
  const exitCode = options.exitCode ?? (signal === null ? 0 : null);
  const call = reader.end({ exitCode, signal, stderr, endedByUs: null }, now);
  const stdout = options.json ? `${JSON.stringify(fixedForm(call), null, 2)}\n` : forPeople(dialect.name, call);
  return { stdout, exitCode: 0 };
}

/** Exactly the keys that scripts rely on, in their order. */
function fixedForm(call: RecordedCall): Readonly<Record<string, unknown>> {
  const { usage, limit } = call;
  return {
    outcome: call.outcome,
    finalText: call.finalText,
    sessionId: call.sessionId,
    usage:
      usage === null
        ? null
        : { in: usage.in, out: usage.out, cachedRead: usage.cachedRead, cachedWrite: usage.cachedWrite },
    costUsd: call.costUsd,
    limit: limit === null ? null : { resetAt: limit.resetAt, text: limit.text },
    denials: call.denials.map(({ tool, input, reason }) => ({ tool, input, reason })),
    toolCalls: call.toolCalls,
    subAgents: call.subAgents,
    retries: call.retries,
    unreadableLines: call.unreadableLines,
  };
}

function forPeople(agent: string, call: RecordedCall): string {
  const { usage, limit } = call;
  const rows: readonly (readonly [string, string | null])[] = [
    ["agent", agent],
    ["outcome", call.outcome],
    ["because", call.message],
    ["session", call.sessionId],
    [
      "tokens",
      usage === null
        ? "unknown"
        : `${usage.in} in, ${usage.out} out, ${usage.cachedRead} read from cache, ${usage.cachedWrite} written to it`,
    ],
    ["cost", call.costUsd === null ? "unknown" : `$${call.costUsd.toFixed(4)}`],
    ["limit", limit === null ? null : `until ${limit.resetAt ?? "an unknown time"}: ${limit.text}`],
    ...call.denials.map(({ tool, input, reason }) => ["denied", `${tool} ${input}: ${reason}`] as const),
    ["tool calls", String(call.toolCalls)],
    ["sub-agents", String(call.subAgents)],
    ["retries", String(call.retries)],
    ["unreadable lines", String(call.unreadableLines)],
  ];
  const table = rows.flatMap(([name, value]) => (value === null ? [] : [`${`${name}:`.padEnd(18)}${shown(value)}`]));
  return `${[...table, "", shown(call.finalText.trimEnd())].join("\n")}\n`;
}

/** Without control characters: a recorded stream must not steer the terminal it is shown in. */
const shown = (text: string): string => text.replaceAll(controls, "\u{FFFD}");
const controls = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f]`, "g");

async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let pieces: string[] = [];
  let held = 0;
  for await (const chunk of stream) {
    const parts = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield pieces.join("");
        pieces = [];
        held = 0;
      }
      const room = maxLineChars - held;
      if (room > 0 && part !== "") pieces.push(part.slice(0, room));
      held += part.length;
    }
  }
  const rest = pieces.join("") + decoder.decode();
  if (rest !== "") yield rest;
}
