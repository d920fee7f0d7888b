import { insertInto, jsonNodes, replaceValue } from "../core/json-splice.ts";

/** Hooks as an agent's settings hold them: by event, a list of groups. */
export type HookGroups = Readonly<Record<string, readonly HookGroup[]>>;

/** Hooks that run for the same tools; no matcher: for all. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly timeout?: number }[];
}

/** What became of a settings file: its new text, or why it is left alone. */
export type Merge =
  | { readonly kind: "merged"; readonly text: string }
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly why: string };

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Puts our hooks into a settings file and keeps every other byte of it. A hook of ours that is there with another path (an
 * earlier installation) gets the new one; one that is there as it should be stays. `text` null: there is no file yet.
 */
export function mergeHooks(text: string | null, ours: HookGroups): Merge {
  if (text === null || text.trim() === "")
    return { kind: "merged", text: `${JSON.stringify({ hooks: ours }, null, 2)}\n` };
  const parsed = parse(text);
  if (parsed === null) return { kind: "refused", why: "it is not readable as JSON" };
  if (parsed["hooks"] !== undefined && !isRecord(parsed["hooks"]))
    return { kind: "refused", why: "its `hooks` is no object" };
  const merged = Object.entries(ours).reduce<string | null>(
    (soFar, [event, groups]) => (soFar === null ? null : withEvent(soFar, event, groups)),
    text,
  );
  if (merged === null) return { kind: "refused", why: "one of its hook events is no list" };
  return merged === text ? { kind: "same" } : { kind: "merged", text: merged };
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function withEvent(text: string, event: string, groups: readonly HookGroup[]): string | null {
  const root = jsonNodes(text);
  const hooks = root.members?.get("hooks");
  if (hooks === undefined) return insertInto(text, root, { key: "hooks", value: { [event]: groups } });
  const present = hooks.members?.get(event);
  if (present === undefined) return insertInto(text, hooks, { key: event, value: groups });
  if (present.elements === null) return null;
  return groups.reduce((soFar, group) => withGroup(soFar, event, group), text);
}

function withGroup(text: string, event: string, group: HookGroup): string {
  const wanted = group.hooks[0]?.command ?? "";
  const list = jsonNodes(text).members?.get("hooks")?.members?.get(event);
  const commands = (list?.elements ?? []).flatMap((element) =>
    (element.members?.get("hooks")?.elements ?? []).flatMap((hook) => hook.members?.get("command") ?? []),
  );
  const known = commands.map((node) => ({ node, command: String(JSON.parse(text.slice(node.start, node.end))) }));
  if (known.some(({ command }) => command === wanted)) return text;
  const outdated = known.find(({ command }) => isOurs(command, event));
  if (outdated !== undefined) return replaceValue(text, outdated.node, wanted);
  return list === undefined ? text : insertInto(text, list, { key: null, value: group });
}

/** A command that starts this program as a hook for the event, wherever it was installed. */
const isOurs = (command: string, event: string): boolean =>
  new RegExp(String.raw`\bralph(?:\.js)?['"]?\s+hook\s+[\w-]+\s+${event}(?:\s+--[\w-]+)*$`).test(command.trim());
