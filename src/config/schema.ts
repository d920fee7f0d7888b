/* oxlint-disable max-lines -- one table, read by looking things up */
import {
  answerForms,
  baselineRules,
  blockedRules,
  branchings,
  closers,
  contracts,
  limitRules,
  playbooks,
  qaScopes,
  recoveries,
  sessionRules,
  sourceKinds,
} from "../core/policy.ts";
import { liftableRules } from "../core/guard-rule.ts";
import { judgingRoles } from "../core/judging-roles.ts";
import type { Role } from "../core/outcome.ts";
import {
  address,
  agentList,
  amount,
  choice,
  choices,
  commands,
  count,
  duration,
  list,
  names,
  numbers,
  opposite,
  orNone,
  ownFile,
  pause,
  percent,
  prices,
  program,
  size,
  testNames,
  text,
  toggle,
  words,
} from "./kinds.ts";
import { optional, same, setting, type Setting, type ValuesOf } from "./setting.ts";

/** The agent programs that can be driven. */
export const agentKinds = [
  "claude",
  "codex",
  "gemini",
  "copilot",
  "opencode",
  "qwen",
  "pi",
  "acp",
  "command",
  "script",
] as const;

const formats = ["text", "jsonl"] as const;

/** What a role may have of its own; what is null is as for the agent. */
const roleSettings = (role: Role, note = "") => ({
  kind: optional(choice(agentKinds), {
    about: `Agent program of the ${role}.${note}`,
    key: `RALPH_AGENT_${role.toUpperCase()}`,
  }),
  command: optional(program, {
    about: `How the agent program of the ${role} is started.`,
    key: `RALPH_AGENT_COMMAND_${role.toUpperCase()}`,
  }),
  format: optional(choice(formats), {
    about: `What the ${role}'s command prints.`,
    key: `RALPH_AGENT_FORMAT_${role.toUpperCase()}`,
  }),
  model: optional(text, {
    about: `Model of the ${role}: a name or a tier such as claude:strong.`,
    key: `RALPH_MODEL_${role.toUpperCase()}`,
  }),
  family: optional(text, {
    about: `Vendor family of the ${role}'s command, so that reviews can come from another one.`,
    key: `RALPH_FAMILY_${role.toUpperCase()}`,
  }),
});

/** 0 was "no limit" in the shell harness. */
const unlessZero = (value: string): string => (Number(value) === 0 ? "" : value);

const belowRalphFolder = (value: string): string => `.ralph/${value.trim()}`;

/**
 * Every setting: the one table behind the types, `.ralphrc`, the environment, the options of `ralph run`,
 * the page of the guide and the JSON Schema.
 */
export const settings = {
  source: optional(choice(sourceKinds), {
    about: "Where tasks come from. Unset: the first backlog that the repository has.",
    key: "RALPH_SOURCE",
    aliases: { RALPH_TASK_SOURCE: same },
    flag: "source <kind>",
  }),
  playbook: optional(choice(playbooks), {
    about: "How one task is worked. Unset: what suits the source.",
    key: "RALPH_PLAYBOOK",
    flag: "playbook <name>",
  }),
  contract: setting(choice(contracts), "workflow/1.2", {
    about: "Profile of the status block that agents end their answer with.",
    key: "RALPH_CONTRACT",
  }),
  session: setting(choice(sessionRules), "fresh", {
    about: "Whether an iteration starts a new session or continues the one of its task.",
    key: "RALPH_SESSION",
    aliases: {
      SESSION_CONTINUITY: (value) => (/^(true|1|yes)$/i.test(value.trim()) ? "continue" : "fresh"),
    },
  }),
  sessionExpiryHours: setting(duration("hours"), 24, {
    about: "Age at which a session is no longer continued.",
    key: "RALPH_SESSION_EXPIRY_HOURS",
    aliases: { SESSION_EXPIRY_HOURS: same, CLAUDE_SESSION_EXPIRY_HOURS: same },
  }),
  recovery: optional(choice(recoveries), {
    about: "What becomes of unfinished work that a killed run left. Unset: as the playbook says.",
    key: "RALPH_RECOVERY",
    flag: "recovery <policy>",
  }),
  sandbox: setting(choice(["none", "agent", "bwrap", "container"]), "none", {
    about: "What confines the agent: nothing, the agent's own sandbox, bubblewrap (Linux), or a container.",
    key: "RALPH_SANDBOX",
    flag: "sandbox <kind>",
  }),
  parallel: setting(count(1), 1, {
    about: "How many tasks are worked at once, each in a worktree of its own. Only one is supported yet.",
    key: "RALPH_PARALLEL",
    flag: "parallel <n>",
  }),
  agent: {
    kind: setting(choice(agentKinds), "claude", {
      about: "The agent program that does the work. acp:COMMAND is short for acp with that command.",
      key: "RALPH_AGENT",
      flag: "agent <kind>",
    }),
    command: optional(program, {
      about: "How the agent program is started, if not by its usual name. Needed for command and acp.",
      key: "RALPH_AGENT_COMMAND",
    }),
    format: setting(choice(formats), "text", {
      about: "What a command agent prints: its answer, or JSON lines.",
      key: "RALPH_AGENT_FORMAT",
    }),
    model: optional(text, {
      about: "Model: a name or a tier such as claude:strong. Unset: the agent's own default.",
      key: "RALPH_MODEL",
      aliases: { CLAUDE_MODEL: same },
      flag: "model <name>",
    }),
    family: optional(text, { about: "Vendor family of a command agent.", key: "RALPH_FAMILY" }),
  },
  roles: {
    implementer: roleSettings("implementer"),
    reviewer: roleSettings("reviewer"),
    fixer: roleSettings("fixer"),
    validator: roleSettings("validator"),
    judge: roleSettings("judge"),
    coordinator: roleSettings("coordinator", " Naming it, or its model, has each task looked at before the work."),
    explorer: roleSettings("explorer"),
    tester: roleSettings("tester"),
    architect: roleSettings("architect"),
    simplifier: roleSettings("simplifier"),
  },
  agents: {
    fallback: setting(agentList, [], {
      about:
        "Agents that take over when the first can't work: kinds, each with :MODEL if wanted; acp:COMMAND starts that server.",
      key: "RALPH_FALLBACK_AGENTS",
    }),
    fallbackCommand: optional(program, {
      about: "How a command or acp in that list is started. Unset: as the agent itself.",
      key: "RALPH_FALLBACK_COMMAND",
    }),
    prices: setting(
      prices,
      {},
      {
        about:
          "Prices that take precedence over the built-in table; * stands for models that have none. Used for costs that no agent reports.",
        key: "RALPH_PRICES",
      },
    ),
    env: setting(words, [], {
      about: "Environment variables that agents may see in addition to the usual few.",
      key: "RALPH_AGENT_ENV",
    }),
    tiers: setting(names, {}, { about: 'Models behind tiers, such as { "claude:strong": "claude-opus-4.7" }.' }),
  },
  work: {
    qa: optional(choice(qaScopes), {
      about: "When the full checks are due. Unset: as the playbook says.",
      key: "RALPH_QA",
    }),
    qaRoles: optional(choices([...judgingRoles, "off"]), {
      about:
        "Who judges an epic besides the gate, and has to give a verdict. Unset: reviewer and validator, if a section has several items; an answer without a verdict is then reported and ignored.",
      key: "RALPH_QA_ROLES",
    }),
    validator: optional(program, {
      about: "Program that checks the changed files instead of the validator; they are its last arguments.",
      key: "RALPH_VALIDATOR_COMMAND",
    }),
    close: optional(choice(closers), {
      about: "Who ticks a task that is done. Unset: as playbook and source say.",
      key: "RALPH_CLOSE",
    }),
    answer: optional(choice(answerForms), {
      about: "What an implementer has to give at the end. Unset: as the playbook says.",
    }),
    onBlocked: optional(choice(blockedRules), {
      about: "What a blocked task does to the run. Unset: as the playbook says.",
      key: "RALPH_ON_BLOCKED",
    }),
    simplify: setting(opposite, true, {
      about: "Whether the simplifier goes over an epic's files once its checks are green.",
      key: "RALPH_NO_DESLOP",
    }),
  },
  plan: {
    file: optional(ownFile, {
      about: "The plan, if it is not in its usual place.",
      key: "RALPH_PLAN_FILE",
      aliases: { FIX_PLAN_FILE: belowRalphFolder },
    }),
    filter: optional(text, {
      about: "Works only what matches: a milestone, a label or a section.",
      key: "RALPH_FILTER",
      flag: "filter <text>",
    }),
    nested: setting(choice(["together", "tasks"]), "together", {
      about: "Whether nested items are worked with their parent, or before it as tasks of their own.",
      key: "RALPH_NESTED",
    }),
    optionalSections: setting(list, ["Optional", "Future", "Future Enhancements", "Nice to Have"], {
      about: "Sections whose tasks do not keep a run open.",
      key: "OPTIONAL_SECTIONS",
      aliases: { RALPH_OPTIONAL_SECTIONS: same },
    }),
  },
  gate: {
    commands: setting(commands, [], {
      about: "Commands that must succeed before anything lands.",
      key: "RALPH_GATE",
    }),
    fix: setting(commands, [], {
      about: "Commands that mend what a machine can (format, lint --fix), run on changed files before a review.",
      key: "RALPH_GATE_FIX",
    }),
    prepare: setting(commands, [], {
      about:
        "Commands that make the repository ready before a crew's first gate, such as an install. Other playbooks run none.",
      key: "RALPH_PREPARE",
    }),
    clean: setting(list, [], {
      about: "Generated paths that a crew removes before its first gate; only what git ignores is removed.",
      key: "RALPH_CLEAN",
    }),
    baseline: setting(choice(baselineRules), "green", {
      about: "Whether the gate must be green, or only no worse than before the task.",
      key: "RALPH_GATE_BASELINE",
    }),
    rerun: setting(toggle, true, {
      about:
        "Whether a command that names a few failed tests is run once more right away, to tell flaky tests from broken ones.",
      key: "RALPH_GATE_RERUN",
    }),
    reports: setting(list, [], {
      about:
        "Files in which test runners leave their reports (JUnit XML, TAP, JSON), relative to the root; * and ** are patterns.",
      key: "RALPH_GATE_REPORTS",
    }),
    quarantine: setting(testNames, [], {
      about: "Names of tests whose failures block nobody, as the report writes them.",
      key: "RALPH_GATE_QUARANTINE",
    }),
    envFile: optional(text, {
      about: "File of variables that are set for gate commands and nothing else.",
      key: "RALPH_GATE_ENV_FILE",
    }),
    focused: optional(text, {
      about: "Command for focused tests; {files} and {package} are filled in.",
      key: "RALPH_FOCUSED_TEST",
    }),
    timeoutMinutes: setting(duration("minutes"), 30, {
      about: "How long one gate command may take.",
      key: "RALPH_GATE_TIMEOUT_MINUTES",
    }),
  },
  limits: {
    iterations: setting(count(1), 50, {
      about: "Iterations of a run.",
      key: "RALPH_MAX_ITERATIONS",
      flag: "max-iterations <n>",
    }),
    timeMinutes: optional(duration("minutes"), {
      about: "Time of a run.",
      key: "RALPH_MAX_TIME_MINUTES",
      flag: "max-time <minutes>",
    }),
    costUsd: optional(amount, {
      about: "Cost of a run in USD.",
      key: "RALPH_MAX_COST",
      aliases: { RALPH_COST_BUDGET_USD: unlessZero },
      flag: "max-cost <usd>",
    }),
    tokens: optional(count(1), {
      about: "Tokens of a run, in and out.",
      key: "RALPH_MAX_TOKENS",
      flag: "max-tokens <n>",
    }),
    task: {
      iterations: setting(count(1), 20, {
        about: "Iterations of one task in a run; one that has used them is set aside for a person.",
        key: "RALPH_TASK_MAX_ITERATIONS",
        flag: "task-max-iterations <n>",
      }),
      timeMinutes: optional(duration("minutes"), {
        about: "Time of one task.",
        key: "RALPH_TASK_MAX_TIME_MINUTES",
        flag: "task-max-time <minutes>",
      }),
      costUsd: optional(amount, {
        about: "Cost of one task in USD.",
        key: "RALPH_TASK_MAX_COST",
        flag: "task-max-cost <usd>",
      }),
      tokens: optional(count(1), {
        about: "Tokens of one task, in and out.",
        key: "RALPH_TASK_MAX_TOKENS",
        flag: "task-max-tokens <n>",
      }),
    },
    callsPerHour: setting(orNone(count(1)), 100, {
      about: "Agent calls in any 60 minutes; the run waits beyond them.",
      key: "MAX_CALLS_PER_HOUR",
      aliases: { RALPH_MAX_CALLS_PER_HOUR: same },
    }),
    callMinutes: setting(duration("minutes"), 15, {
      about: "Time of one agent call; lengthened while it is active, up to three times.",
      key: "CLAUDE_TIMEOUT_MINUTES",
      aliases: { RALPH_TIMEOUT_MINUTES: same },
    }),
    idleMinutes: setting(duration("minutes"), 10, {
      about: "How long an agent may do nothing at all.",
      key: "RALPH_IDLE_TIMEOUT_MINUTES",
    }),
    onLimit: setting(choice(limitRules), "wait", {
      about: "What a provider's usage limit does to the run.",
      key: "RALPH_ON_LIMIT",
      flag: "on-limit <rule>",
    }),
    limitWaitHours: setting(orNone(duration("hours")), 192, {
      about: "How long limits and overloads may hold the run up in all; a longer wait ends it.",
      key: "RALPH_LIMIT_WAIT_HOURS",
    }),
  },
  exit: {
    window: setting(count(1), 5, {
      about: "How many last iterations are looked at for signs of completion.",
      key: "RALPH_EXIT_WINDOW",
    }),
  },
  breaker: {
    noProgress: setting(count(1), 3, {
      about: "Iterations in a row without progress that open the breaker.",
      key: "CB_NO_PROGRESS_THRESHOLD",
    }),
    sameError: setting(count(1), 5, {
      about: "Iterations in a row with the same error that open it.",
      key: "CB_SAME_ERROR_THRESHOLD",
    }),
    permissionDenials: setting(count(1), 2, {
      about: "Iterations in a row with denials and no progress that open it.",
      key: "CB_PERMISSION_DENIAL_THRESHOLD",
    }),
    outputDeclinePercent: setting(percent, 70, {
      about: "Warns when an answer is smaller than the last by so many percent.",
      key: "CB_OUTPUT_DECLINE_THRESHOLD",
    }),
    cooldownMinutes: setting(pause("minutes"), 30, {
      about: "How long an unattended start waits while the breaker is open.",
      key: "CB_COOLDOWN_MINUTES",
    }),
    autoReset: setting(toggle, false, {
      about: "Whether every start closes the breaker.",
      key: "CB_AUTO_RESET",
    }),
  },
  crew: {
    strong: optional(text, {
      about:
        "Implementer of tasks at high risk: KIND, KIND:MODEL or KIND:TIER, with @FAMILY where it can't be told. Unset: the agent's strong tier.",
      key: "RALPH_CREW_STRONG",
    }),
    fast: optional(text, {
      about: "Implementer of all other tasks. Unset: the agent's fast tier.",
      key: "RALPH_CREW_FAST",
    }),
    reviewers: setting(agentList, [], {
      about:
        "Who may review a crew's work, the first choice first. Empty: gemini, codex and claude, or the role's own.",
      key: "RALPH_CREW_REVIEWERS",
    }),
    judges: setting(agentList, [], {
      about:
        "Who may grade what has landed, the first choice first. Empty: codex, gemini and claude, or the role's own.",
      key: "RALPH_CREW_JUDGES",
    }),
    judge: setting(toggle, true, {
      about: "Whether a judge grades what a crew has landed.",
      key: "RALPH_CREW_JUDGE",
    }),
  },
  review: {
    minSeconds: setting(pause("seconds"), 30, {
      about: "A verdict quicker than this is suspicious.",
      key: "RALPH_REVIEW_MIN_SECONDS",
    }),
    minSecondsByModel: setting(numbers, {}, { about: "The same for single models, in seconds." }),
  },
  risk: {
    paths: setting(list, [], {
      about: "Further paths or globs that make a task high risk.",
      key: "RALPH_RISK_PATHS",
    }),
    keywords: setting(list, [], {
      about: "Further words in a task's text that make it high risk.",
      key: "RALPH_RISK_KEYWORDS",
    }),
  },
  landing: {
    branching: optional(choice(branchings), {
      about: "Where work is committed. Unset: as the playbook says.",
      key: "RALPH_BRANCHING",
      flag: "branching <where>",
    }),
    fetch: setting(toggle, true, {
      about: "Whether a start asks the remote for newer commits of the branch that work begins with, and takes them.",
      key: "RALPH_FETCH",
    }),
    forge: setting(choice(["none", "github"]), "none", {
      about: "Whether work lands by pull requests, and where.",
      key: "RALPH_FORGE",
      flag: "forge <name>",
    }),
    protected: setting(words, [], {
      about: "Further branches that nobody commits on; * stands for any characters.",
      key: "RALPH_PROTECTED_BRANCHES",
    }),
    docsOnDefault: setting(toggle, false, {
      about: "Whether changes of documentation alone may be committed on the default branch. Not supported yet.",
      key: "RALPH_DOCS_ON_DEFAULT",
    }),
    scopes: setting(words, [], {
      about: "Scopes that commit messages may have. Empty: any.",
      key: "RALPH_COMMIT_SCOPES",
    }),
    coAuthor: optional(text, {
      about: "Co-author trailer of the harness's commits: Name <address>.",
      key: "RALPH_CO_AUTHOR",
    }),
    asyncMerge: setting(toggle, false, {
      about: "Goes on with the next task while pull requests wait for their checks.",
      key: "RALPH_ASYNC_MERGE",
    }),
    maxPending: setting(count(1), 5, {
      about: "Pull requests that may wait at once.",
      key: "RALPH_ASYNC_MERGE_MAX_PENDING",
    }),
    mergeWaitMinutes: setting(pause("minutes"), 15, {
      about: "How long a landing, and a run with nothing else to do, waits for checks and merges of pull requests.",
      key: "RALPH_MERGE_WAIT_MINUTES",
    }),
    mergePollSeconds: setting(duration("seconds"), 20, {
      about: "How long Ralph waits between two looks at a pull request that is not merged yet.",
      key: "RALPH_MERGE_POLL_SECONDS",
    }),
  },
  guard: {
    tests: setting(choice(["report", "refuse"]), "report", {
      about: "What is done about changes of test files and gate configuration that the task did not ask for.",
      key: "RALPH_GUARD_TESTS",
    }),
    lift: setting(choices(liftableRules), [], {
      about: "Rules of the command guard that are lifted, by id.",
      key: "RALPH_GUARD_LIFT",
    }),
    deny: setting(list, [], {
      about: "Further programs, with first arguments if wanted, that agents may not run.",
      key: "RALPH_GUARD_DENY",
    }),
    sandboxPaths: setting(list, [], {
      about: "Paths of the home folder that a sandboxed agent may read.",
      key: "RALPH_SANDBOX_PATHS",
    }),
    sandboxNetwork: setting(toggle, true, {
      about: "Whether a sandboxed agent has access to the network.",
      key: "RALPH_SANDBOX_NETWORK",
    }),
    sandboxImage: optional(text, {
      about: "Image of the container sandbox, which is not supported yet.",
      key: "RALPH_SANDBOX_IMAGE",
      aliases: { SANDBOX_DOCKER_IMAGE: same },
    }),
  },
  linear: {
    project: optional(text, { about: "Linear project whose issues are the tasks.", key: "RALPH_LINEAR_PROJECT" }),
    url: optional(address, { about: "Address of Linear's API, for a proxy or a test.", key: "RALPH_LINEAR_URL" }),
    writes: setting(choice(["harness", "agent"]), "harness", {
      about: "Who moves issues and comments on them.",
      key: "RALPH_LINEAR_WRITES",
    }),
  },
  github: {
    url: optional(address, {
      about: "Address of GitHub's API, for GitHub Enterprise or a test.",
      key: "RALPH_GITHUB_URL",
    }),
    repository: optional(text, {
      about: "The repository on GitHub, as owner/name. Unset: the one that the remote origin names.",
      key: "RALPH_GITHUB_REPOSITORY",
    }),
    label: optional(text, {
      about: "Only issues with this label are tasks.",
      key: "RALPH_GITHUB_LABEL",
      aliases: { GITHUB_TASK_LABEL: same },
    }),
    milestone: optional(text, {
      about: "Only issues of this milestone are tasks, by its title.",
      key: "RALPH_GITHUB_MILESTONE",
    }),
  },
  prompt: {
    file: optional(ownFile, {
      about: "The project's own words to agents. Unset: .ralph/PROMPT.md if there is one.",
      key: "RALPH_PROMPT_FILE",
      aliases: { PROMPT_FILE: belowRalphFolder },
    }),
    maxBytes: setting(size, 65_536, { about: "A prompt is cut to this size.", key: "RALPH_PROMPT_MAX_BYTES" }),
  },
  logs: {
    maxBytes: setting(size, 1_073_741_824, {
      about: "Space for the logs of finished tasks.",
      key: "RALPH_LOGS_MAX_BYTES",
    }),
    maxAgeDays: setting(duration("days"), 30, {
      about: "Age at which the logs of finished tasks are removed.",
      key: "RALPH_LOGS_MAX_AGE_DAYS",
    }),
  },
  notify: {
    desktop: setting(toggle, false, {
      about: "Desktop notifications. Not supported yet.",
      key: "RALPH_NOTIFY_DESKTOP",
    }),
    bell: setting(toggle, false, { about: "Rings the terminal's bell. Not supported yet.", key: "RALPH_NOTIFY_BELL" }),
    command: optional(program, {
      about:
        "Program that is told of ends, blocks, escalations and limits, as JSON on its standard input. Not supported yet.",
      key: "RALPH_NOTIFY_COMMAND",
    }),
    webhook: optional(address, {
      about: "Address that is told of them: Slack, Discord, or any that takes JSON. Not supported yet.",
      key: "RALPH_NOTIFY_WEBHOOK",
      secret: true,
    }),
  },
  fleet: {
    database: optional(text, {
      about: "PostgreSQL database of the fleet. Not supported yet.",
      key: "RALPH_FLEET_DATABASE",
      secret: true,
    }),
  },
} as const;

/** The configuration as the program uses it. Durations are numbers in the unit that their name says. */
export type Config = ValuesOf<typeof settings>;

type Written<V> = V extends number ? number | string : V extends readonly string[] ? V | string : V;

type WrittenOf<T> = T extends Setting<infer V> ? Written<V> : { readonly [K in keyof T]?: WrittenOf<T[K]> };

/** What a config file may hold: any of the settings; times and sizes also as text (`90s`, `64kB`), lists also as one text. */
export type ConfigFile = WrittenOf<typeof settings>;

/** For `ralph.config.ts`: gives the editor the names and the allowed values. */
export const defineConfig = (config: ConfigFile): ConfigFile => config;
