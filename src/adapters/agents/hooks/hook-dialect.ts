/** What an agent program sends on stdin, as far as it is looked at. */
export type HookPayload = Readonly<Record<string, unknown>>;

/** When a hook is called, whatever the program calls it. `ignored`: known, and nothing to do. */
export type HookMoment =
  | "before-tool"
  | "after-tool"
  | "stop"
  | "session-start"
  | "sub-agent-start"
  | "sub-agent-stop"
  | "ignored";

/** What the hook process does to answer: its exit code, and what it prints. */
export interface HookAnswer {
  readonly exitCode: 0 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the agent's last answer is: in the payload, or in the program's own log, in the last line of which `read` finds one. */
export type LastAnswer =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "transcript";
      readonly path: string;
      readonly read: (record: HookPayload) => string | null;
    };

/** How one agent program speaks with hooks. Pure. */
export interface HookDialect {
  /** The program's own events. */
  readonly moments: Readonly<Record<string, HookMoment>>;
  /** The tool that is about to be used; null where the payload names none. */
  tool(payload: HookPayload): { readonly tool: string; readonly input: HookPayload } | null;
  /** What the agent has answered at its end; null where that can't be known. */
  lastAnswer(payload: HookPayload): LastAnswer | null;
  /** The tool may not be used. */
  refuse(reason: string): HookAnswer;
  /** The agent may not end yet. */
  goOn(reason: string): HookAnswer;
  /** Words to the agent, at an event of this name. */
  tell(event: string, words: string): HookAnswer;
}

/** Nothing speaks against it. */
export const silent: HookAnswer = { exitCode: 0, stdout: "", stderr: "" };

/** The first of these fields that holds a text which is not empty. */
export function textField(payload: HookPayload, ...names: readonly string[]): string | null {
  const found = names.map((name) => payload[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : null;
}

/** True for a JSON object. */
export const isPayload = (value: unknown): value is HookPayload =>
  typeof value === "object" && value !== null && !Array.isArray(value);
