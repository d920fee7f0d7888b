import { totalTokens } from "../../core/outcome.ts";
/** What is heard of an agent while it works, as far as a view tells it: the events of an agent's stream have this form. */
export type AgentNews =
  | { readonly type: "session"; readonly model: string | null }
  | { readonly type: "text"; readonly text: string; readonly sub: boolean }
  | { readonly type: "tool"; readonly name: string; readonly input: string; readonly sub: boolean }
  | { readonly type: "tool-result"; readonly isError: boolean }
  | { readonly type: "sub-agent"; readonly name: string }
  | { readonly type: "usage"; readonly usage: Tokens; readonly mode: "add" | "total" }
  | { readonly type: "cost"; readonly usd: number }
  | { readonly type: "limit"; readonly limit: { readonly text: string } }
  | { readonly type: "retry"; readonly reason: string }
  | { readonly type: "denied"; readonly denial: { readonly tool: string; readonly reason: string } }
  | { readonly type: "error"; readonly message: string }
  | { readonly type: "end" };

interface Tokens {
  readonly in: number;
  readonly out: number;
  readonly cachedRead: number;
  readonly cachedWrite: number;
}

/** When an agent's processes were last seen to do something, ms since 1970; null: not yet. */
export interface Signs {
  readonly output: number | null;
  readonly cpu: number | null;
  readonly files: number | null;
}

/** Why the agent is called: role and round as the step says it, and which of a role's agents, where there are several. */
export interface CallWanted {
  readonly role: string;
  readonly agent?: string;
  readonly round: number;
  readonly purpose: "task" | "ask-block";
}

/** The last thing that an agent said or did: raw text from outside, cut to what a screen may need. `input` of a tool as JSON. */
export interface Action {
  readonly kind: "tool" | "text" | "trouble";
  readonly text: string;
  readonly input: string;
  readonly bySubAgent: boolean;
  readonly at: number;
}

/** The agent call under way, as far as it is known while it goes on. Times in milliseconds since 1970. */
export interface Activity {
  readonly call: CallWanted | null;
  readonly startedAt: number;
  readonly model: string | null;
  readonly last: Action | null;
  /** When anything at all was heard last. */
  readonly heardAt: number;
  readonly signs: Signs;
  readonly toolCalls: number;
  readonly subAgents: number;
  readonly retries: number;
  /** Of this call alone; null while the agent has not said it. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** Nothing heard yet of a call that begins. */
export const newActivity = (call: CallWanted | null, at: number): Activity => ({
  call,
  startedAt: at,
  model: null,
  last: null,
  heardAt: at,
  signs: { output: null, cpu: null, files: null },
  toolCalls: 0,
  subAgents: 0,
  retries: 0,
  tokens: null,
  costUsd: null,
});

/** The activity after a look at the agent's processes from outside. */
export const alive = (before: Activity, { output, cpu, files }: Signs): Activity => ({
  ...before,
  signs: { output, cpu, files },
});

/** The activity after one more event. Cheap: what is heard is only looked into when it is drawn. */
export function hear(before: Activity, news: AgentNews, at: number): Activity {
  const activity = { ...before, heardAt: at };
  const doing = (kind: Action["kind"], text: string, bySubAgent = false, input = ""): Activity => ({
    ...activity,
    last: { kind, text: text.slice(0, longestText), input: input.slice(0, longestInput), bySubAgent, at },
  });
  switch (news.type) {
    case "session":
      return { ...activity, model: news.model ?? activity.model };
    case "text":
      return news.text.trim() === "" ? activity : doing("text", news.text, news.sub);
    case "tool":
      return { ...doing("tool", news.name, news.sub, news.input), toolCalls: activity.toolCalls + 1 };
    case "sub-agent":
      return { ...doing("tool", `starts sub-agent ${news.name}`), subAgents: activity.subAgents + 1 };
    case "usage":
      return { ...activity, tokens: tokensAfter(activity.tokens, news) };
    case "cost":
      return { ...activity, costUsd: Math.max(activity.costUsd ?? 0, news.usd) };
    case "limit":
      return doing("trouble", `limit: ${news.limit.text}`);
    case "retry":
      return { ...doing("trouble", `tries again: ${news.reason}`), retries: activity.retries + 1 };
    case "denied":
      return doing("trouble", `${news.denial.tool} was refused: ${news.denial.reason}`);
    case "error":
      return doing("trouble", `error: ${news.message}`);
    case "tool-result":
    case "end":
      return activity;
  }
}

const longestText = 2_000;
const longestInput = 20_000;

function tokensAfter(before: number | null, { usage, mode }: Extract<AgentNews, { type: "usage" }>): number {
  const sum = totalTokens(usage);
  return mode === "total" ? Math.max(before ?? 0, sum) : (before ?? 0) + sum;
}

/** An action in words: a tool with the argument that says the most. Not escaped, may hold line breaks. */
export function actionText({ text, input, bySubAgent }: Action): string {
  return `${bySubAgent ? "sub-agent: " : ""}${text.trim()} ${tellingInput(input)}`.trim();
}

// What a tool call is about, by the names that agents give to it; the first that is there is shown.
const tellingKeys = [
  "command",
  "cmd",
  "file_path",
  "filePath",
  "path",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
] as const;

function tellingInput(input: string): string {
  const fields = fieldsOf(input);
  const words = [...tellingKeys.map((key) => fields.get(key)), ...fields.values()].map(wordsOf);
  return words.find((word) => word !== "") ?? (fields.size === 0 && input !== "{}" ? input : "");
}

/** The fields of a JSON object; none where it was cut off, or is no object at all. */
function fieldsOf(input: string): ReadonlyMap<string, unknown> {
  if (!input.startsWith("{")) return new Map();
  try {
    const value: unknown = JSON.parse(input);
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

const wordsOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(" ") : "";
};
