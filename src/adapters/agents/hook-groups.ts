import { shellWord } from "./shell-word.ts";

/** An event of an agent program that the guard listens to. */
export interface HookedEvent {
  readonly event: string;
  /** Which tools, as the program's own pattern; null: the event knows no tools. */
  readonly matcher: string | null;
  /** After so long (s) the program gives the hook up. */
  readonly seconds: number;
  /** Means nothing to somebody who just talks to the agent: nobody there owes a status block, or is told of a run. */
  readonly inRun?: boolean;
}

/** Whose sessions the hooks go with: the calls of a run, or everything that people start here by hand, too. */
export type HookAudience = "run" | "everyone";

/** How one program wants its hooks. */
export interface HookForm {
  readonly agent: string;
  readonly events: readonly HookedEvent[];
  /** Units of its time-outs in a second. */
  readonly perSecond: 1 | 1000;
}

/** Hooks by event, in the form that Claude Code began and other programs took over. */
export type HookGroups = Readonly<
  Record<
    string,
    readonly {
      readonly matcher?: string;
      readonly hooks: readonly { readonly type: "command"; readonly command: string; readonly timeout: number }[];
    }[]
  >
>;

/**
 * Registers `<hook> <agent> <event>` for each event. Installed for everyone, what means nothing outside of a run
 * is left to runs.
 */
export function hookGroups(
  { agent, events, perSecond }: HookForm,
  hook: readonly string[],
  audience: HookAudience,
): HookGroups {
  return Object.fromEntries(
    events.map(({ event, matcher, seconds, inRun }) => {
      const only = audience === "everyone" && inRun === true ? ["--in-run"] : [];
      const command = [...hook, agent, event, ...only].map(shellWord).join(" ");
      const run = { hooks: [{ type: "command" as const, command, timeout: seconds * perSecond }] };
      return [event, [matcher === null ? run : { matcher, ...run }]];
    }),
  );
}
