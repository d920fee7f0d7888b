/**
 * Keys of the shell harness that have no use here, and what does their job. The key is written as there;
 * a `*` at the end stands for any ending.
 */
export const legacyKeys: Readonly<Record<string, string>> = {
  PROJECT_NAME: "The repository's own name is used.",
  PROJECT_TYPE: "Languages and commands are found by looking; `ralph init` writes RALPH_GATE.",
  MAX_LOOPS: "RALPH_MAX_ITERATIONS bounds a run.",
  MAX_TOKENS_PER_HOUR: "RALPH_MAX_TOKENS bounds a run, MAX_CALLS_PER_HOUR an hour.",
  CLAUDE_CODE_CMD: "RALPH_AGENT_COMMAND says how the agent program is started.",
  CLAUDE_OUTPUT_FORMAT: "Each agent is asked for the output that is read best.",
  CLAUDE_USE_CONTINUE: "RALPH_SESSION=continue goes on with a task's session.",
  CLAUDE_EFFORT: "RALPH_MODEL names the model; effort is set in the agent's own configuration.",
  CLAUDE_AUTO_UPDATE: "Agents are never updated; `ralph doctor` shows their versions.",
  CLAUDE_MIN_VERSION: "`ralph doctor` shows the versions that were tried.",
  CLAUDE_ALLOWED_TOOLS:
    "The command guard judges every call; see RALPH_GUARD_DENY, RALPH_GUARD_LIFT and RALPH_SANDBOX.",
  ALLOWED_TOOLS: "The command guard judges every call; see RALPH_GUARD_DENY, RALPH_GUARD_LIFT and RALPH_SANDBOX.",
  TASK_SOURCES: "RALPH_SOURCE names the one source; `ralph plan import` brings tasks from others.",
  BEADS_FILTER: "`ralph plan import` brings tasks from beads.",
  BEADS_PROJECT: "`ralph plan import` brings tasks from beads.",
  RALPH_LINEAR_TEAM: "RALPH_LINEAR_PROJECT alone names the issues.",
  AGENT_FILE: "Agents read their own convention files (AGENTS.md, CLAUDE.md).",
  RALPH_AGENT_NAME: "`ralph init` installs the agents that are used.",
  RALPH_USE_AGENT: "`ralph init` installs the agents that are used.",
  RALPH_VERBOSE: "`ralph run --events` prints every fact, --debug the rest.",
  VERBOSE_PROGRESS: "`ralph run --events` prints every fact.",
  DRY_RUN: "`ralph run --dry-run` tells what would be done.",
  KEEP_MONITOR_AFTER_EXIT: "`ralph status` and `ralph logs` tell of a run in another terminal, during it and after.",
  LOG_MAX_SIZE_MB: "RALPH_LOGS_MAX_BYTES bounds the logs.",
  LOG_MAX_FILES: "RALPH_LOGS_MAX_BYTES and RALPH_LOGS_MAX_AGE_DAYS bound the logs.",
  LOG_MAX_OUTPUT_FILES: "RALPH_LOGS_MAX_BYTES and RALPH_LOGS_MAX_AGE_DAYS bound the logs.",
  ENABLE_NOTIFICATIONS: "See RALPH_NOTIFY_DESKTOP, RALPH_NOTIFY_BELL, RALPH_NOTIFY_COMMAND and RALPH_NOTIFY_WEBHOOK.",
  ENABLE_BACKUP: "Work is always kept before anything is put back: `ralph wip list`.",
  RALPH_ENABLE_TEAMS: "RALPH_PARALLEL works several tasks at once.",
  RALPH_MAX_TEAMMATES: "RALPH_PARALLEL works several tasks at once.",
  RALPH_TEAMMATE_MODE: "RALPH_PARALLEL works several tasks at once.",
  RALPH_BG_TESTING: "Gates are run by the harness.",
  RALPH_NO_OPTIMIZE: "Plans are never reordered; `ralph next --explain` tells the choice.",
  RALPH_NO_EXPLORER_RESOLVE: "An explorer is called only where it is configured (RALPH_AGENT_EXPLORER).",
  RALPH_MAX_EXPLORER_RESOLVE: "An explorer is called only where it is configured (RALPH_AGENT_EXPLORER).",
  RALPH_PROGRESSIVE_CONTEXT: "Prompts hold one task; RALPH_PROMPT_MAX_BYTES bounds them.",
  RALPH_MAX_PLAN_ITEMS: "Prompts hold one task; RALPH_PROMPT_MAX_BYTES bounds them.",
  RALPH_PROMPT_CACHE_ENABLED: "Prompts are always built so that their beginning stays the same.",
  RALPH_ASYNC_MERGE_DRAIN_RETRIES: "Waiting pull requests are looked at with a backoff of their own.",
  RALPH_ASYNC_MERGE_DRAIN_SLEEP_SECONDS: "Waiting pull requests are looked at with a backoff of their own.",
  "RALPH_OTLP_*": "Nothing is sent anywhere; `ralph report --json` and `ralph ledger query` give the figures.",
  "MONOREPO_*": "RALPH_FILTER chooses tasks; RALPH_FOCUSED_TEST knows {package}.",
  "SANDBOX_*": "RALPH_SANDBOX and RALPH_SANDBOX_IMAGE say how an agent is shut in.",
};

const families = Object.keys(legacyKeys)
  .filter((key) => key.endsWith("*"))
  .map((key) => key.slice(0, -1));

/** What does the job of a key that only the shell harness knew; null where it knew none of that name. */
export function replacementOf(key: string): string | null {
  const family = families.find((start) => key.startsWith(start));
  return legacyKeys[key] ?? (family === undefined ? null : (legacyKeys[`${family}*`] ?? null));
}

/** Keys that hold a secret: they are read from the environment alone, and no message shows their value. */
export const isSecretKey = (key: string): boolean =>
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSPHRASE|API_?KEY|CREDENTIALS?)(?:_|$)/i.test(key);
