import { type HookGroups, mergeHooks } from "./merge-hooks.ts";
import { isWritten, kept, type Placement, same } from "./placement.ts";

/** The hooks that one agent program is given where a person starts it by hand; they hold paths of this machine. */
export type ProgramHooks =
  /** Groups of hooks, to be put into a settings file that may hold other things. */
  | { readonly kind: "groups"; readonly file: string; readonly groups: HookGroups }
  /** A file that is ours alone. */
  | { readonly kind: "own"; readonly file: string; readonly text: string };

/** What has to be known of the files that hooks go to. */
export interface HooksTree {
  read(path: string): string | null;
  /** Files that git ignores, and files that it knows: nothing of one machine goes into those. */
  isIgnored(path: string): boolean;
  isTracked(path: string): boolean;
}

/** Git's list of ignored files that is never committed. The placement's text are the paths to be added. */
export const excludeFile = ".git/info/exclude";

/** What becomes of the hooks' files; those that are written are kept out of git, since they are right on this machine alone. */
export function planHooks(hooks: readonly ProgramHooks[], tree: HooksTree): readonly Placement[] {
  const placements = hooks.map((each) => ({ ...hooksPlacement(each, tree), isLocal: true }));
  const seen = placements.filter(
    ({ path, state }) => state !== "kept" && !tree.isIgnored(path) && !tree.isTracked(path),
  );
  if (seen.length === 0) return placements;
  const note = "keeps the hooks out of git: their paths are this machine's";
  const text = seen.map(({ path }) => path).join("\n");
  return [...placements, { path: excludeFile, state: "changed", text, note, isLocal: true }];
}

function hooksPlacement(hooks: ProgramHooks, tree: HooksTree): Placement {
  const before = tree.read(hooks.file);
  const planned = hooks.kind === "groups" ? groupsPlacement(hooks, before) : ownPlacement(hooks, before);
  return isWritten(planned) && tree.isTracked(hooks.file)
    ? kept(
        hooks.file,
        "shared with others, and hooks hold this machine's paths: add them by hand, if you want them there",
      )
    : planned;
}

function groupsPlacement({ file, groups }: ProgramHooks & { kind: "groups" }, before: string | null): Placement {
  const merge = mergeHooks(before, groups);
  switch (merge.kind) {
    case "same":
      return same(file, "the hooks are in place");
    case "refused":
      return kept(file, `left alone, since ${merge.why}; add the hooks by hand or mend it and run init again`);
    case "merged":
      return before === null
        ? { path: file, state: "new", text: merge.text, note: "hooks, for agents started by hand" }
        : { path: file, state: "changed", text: merge.text, note: "hooks are added, all else stays byte by byte" };
  }
}

function ownPlacement({ file, text }: ProgramHooks & { kind: "own" }, before: string | null): Placement {
  if (before === null) return { path: file, state: "new", text, note: "hooks, for agents started by hand" };
  if (before === text) return same(file, "the hooks are in place");
  return isOurs.test(before)
    ? { path: file, state: "changed", text, note: "hooks of this installation" }
    : kept(file, "yours; it differs from what init would write");
}

/** What only a file of ours says: how the hook is started, or who has made it. */
const isOurs = /\bralph(?:\.js)?\W{0,4}\s+hook\s|Made by `ralph init`/;
