import { devNull } from "node:os";

/**
 * How far a git call may go. `read` takes no optional locks; `write` changes the index, refs or the work tree;
 * `commit` is the one call in which a person's hooks and signer run.
 */
export type GitMode = "read" | "write" | "commit";

/** Variables of a surrounding git (a hook, an alias, a `git -c`) that would point our calls at something else. */
const foreign = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INDEX_VERSION",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_QUARANTINE_PATH",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_SHALLOW_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_LITERAL_PATHSPECS",
  "GIT_GLOB_PATHSPECS",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
  "GIT_EXTERNAL_DIFF",
  "GIT_DIFF_OPTS",
  "GIT_REFLOG_ACTION",
  "GIT_TRACE",
  "GIT_TRACE_SETUP",
  "GIT_TRACE_PERFORMANCE",
  "GIT_TRACE2",
  // A prompt on somebody's terminal or screen is a run that hangs.
  "SSH_ASKPASS",
  "GPG_TTY",
] as const;

/** What every call gets: English messages (they are matched), no question to anybody, no editor, no pager. */
const fixed = {
  LC_ALL: "C",
  LANGUAGE: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_EDITOR: ":",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_PAGER: "cat",
} as const;

/** Whatever an agent writes into the repository's configuration must not run inside our calls (F248). */
const pinned = ["-c", "core.fsmonitor=false", "-c", `core.hooksPath=${devNull}`];

/** Options that stand before the subcommand. The commit alone lets hooks run, and starts no background upkeep. */
export const globalOptions: Readonly<Record<GitMode, readonly string[]>> = {
  read: pinned,
  write: pinned,
  commit: ["-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"],
};

/** The environment for git calls, made from the caller's. A person's own configuration stays in force (F155). */
export function gitEnvironment(caller: NodeJS.ProcessEnv): Readonly<Record<GitMode, NodeJS.ProcessEnv>> {
  const env = { ...caller };
  for (const name of foreign) delete env[name];
  Object.assign(env, fixed);
  return { read: { ...env, GIT_OPTIONAL_LOCKS: "0" }, write: env, commit: env };
}
