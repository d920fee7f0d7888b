import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig, type ConfigSources } from "./load.ts";
import { placeOf, problemText } from "./problem.ts";
import { tempFolder } from "../testing/temp-folder.ts";

interface Case extends Partial<ConfigSources> {
  readonly files?: Readonly<Record<string, string>>;
}

function load({ files = {}, env = {}, flags = {} }: Case) {
  const root = tempFolder("config");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return loadConfig({ root, env, flags });
}

const rc = (text: string, more: Case = {}) => load({ ...more, files: { ".ralphrc": text, ...more.files } });

test("U-3 works without any file, and nothing is wrong", async () => {
  const { config, problems, origin } = await load({});
  expect(problems).toEqual([]);
  expect(config.limits.iterations).toBe(50);
  expect(config.agent.kind).toBe("claude");
  expect(origin("limits.iterations")).toEqual({ source: "default" });
});

test("U-3 later sources win: config file, .ralphrc, environment, flags; each value knows its place", async () => {
  const files = {
    "ralph.config.yaml":
      "limits:\n  iterations: 1\n  tokens: 1\n  costUsd: 1\n  timeMinutes: 1\nlogs:\n  maxAgeDays: 1\n",
    ".ralphrc": "# c\nRALPH_MAX_ITERATIONS=2\nRALPH_MAX_TOKENS=2\nRALPH_MAX_COST=2\n",
  };
  const env = { RALPH_MAX_ITERATIONS: "3", RALPH_MAX_TOKENS: "3" };
  const { config, origin, problems } = await load({ files, env, flags: { maxIterations: "4" } });
  expect(config.limits).toMatchObject({ iterations: 4, tokens: 3, costUsd: 2, timeMinutes: 1 });
  const places = ["iterations", "tokens", "costUsd", "timeMinutes"].map((name) => placeOf(origin(`limits.${name}`)));
  expect(places).toEqual(["--max-iterations", "environment (RALPH_MAX_TOKENS)", ".ralphrc:4", "ralph.config.yaml:5"]);
  expect(placeOf(origin("logs.maxAgeDays"))).toBe("ralph.config.yaml:7");
  expect(problems).toMatchObject([{ severity: "warning", code: "several-files" }]);
});

test("U-3 an unknown key is a warning with file, line and the near key", async () => {
  const { problems, config } = await rc("RALPH_AGENT=codex\n\nRALPH_MAX_ITERATION=3\n");
  expect(problems).toMatchObject([
    {
      severity: "warning",
      code: "unknown-key",
      key: "RALPH_MAX_ITERATION",
      file: ".ralphrc",
      line: 3,
      near: "RALPH_MAX_ITERATIONS",
    },
  ]);
  expect(config.limits.iterations).toBe(50);
});

test("U-3 a bad value is an error with file, line and the near word, and counts as not set", async () => {
  const { problems, config } = await rc("RALPH_BRANCHING=curent\n");
  expect(problems).toMatchObject([
    { severity: "error", code: "bad-value", key: "RALPH_BRANCHING", file: ".ralphrc", line: 1, near: "current" },
  ]);
  expect(problems.map(problemText)[0]).toMatch(
    /^\.ralphrc:1: error: RALPH_BRANCHING must be one of task, plan, current/,
  );
  expect(config.landing.branching).toBeNull();
});

test("U-3 all problems are said at once, in the order of their lines", async () => {
  const { problems } = await rc("MAX_CALLS_PER_HOUR=lots\ntouch x\nFOO_BAR=1\nRALPH_MODEL=$X\nCB_AUTO_RESET=maybe\n", {
    env: { RALPH_MAX_COST: "-1" },
    flags: { maxIterations: "many" },
  });
  expect(problems.map(({ severity, line, key }) => `${line} ${severity} ${key}`)).toEqual([
    "1 error MAX_CALLS_PER_HOUR",
    "2 warning null",
    "3 warning FOO_BAR",
    "4 error RALPH_MODEL",
    "5 error CB_AUTO_RESET",
    "null error RALPH_MAX_COST",
    "null error --max-iterations",
  ]);
});

test("U-3 nothing in .ralphrc is run", async () => {
  const mark = join(tempFolder("config"), "ran");
  await rc(`touch ${mark}\nRALPH_MODEL="$(touch ${mark})"\nRALPH_RECOVERY=\`touch ${mark}\`\n`);
  expect(existsSync(mark)).toBe(false);
});

test("U-40 every duration takes a unit, and a bare number is in the key's own", async () => {
  const { config } = await rc(
    "RALPH_MAX_TIME_MINUTES=3s\nRALPH_IDLE_TIMEOUT_MINUTES=2m\nCLAUDE_TIMEOUT_MINUTES=1h30m\nCB_COOLDOWN_MINUTES=0\nRALPH_SESSION_EXPIRY_HOURS=90m\nRALPH_REVIEW_MIN_SECONDS=1500ms\nRALPH_GATE_TIMEOUT_MINUTES=7\n",
  );
  expect(config.limits).toMatchObject({ timeMinutes: 0.05, idleMinutes: 2, callMinutes: 90 });
  expect(config.breaker.cooldownMinutes).toBe(0);
  expect(config.sessionExpiryHours).toBe(1.5);
  expect(config.review.minSeconds).toBe(1.5);
  expect(config.gate.timeoutMinutes).toBe(7);
});

test.each(["-1", "0", "3 parsecs", "1e3", "soon"])(
  "U-40 a time of %j is a bad value where time must pass",
  async (value) => {
    const { problems } = await rc(`RALPH_MAX_TIME_MINUTES="${value}"\n`);
    expect(problems).toMatchObject([{ severity: "error", code: "bad-value" }]);
  },
);

test.each(["../plan.md", "docs/../../plan.md", "/etc/passwd", ".git/config"])(
  "G-10 plan and prompt are files of the repository: %s is refused",
  async (path) => {
    const { problems, config } = await rc(`RALPH_PLAN_FILE=${path}\nRALPH_PROMPT_FILE=${path}\n`);
    expect(problems).toMatchObject([{ severity: "error" }, { severity: "error" }]);
    expect([config.plan.file, config.prompt.file]).toEqual([null, null]);
  },
);

test("U-40 RALPH_TASK_SOURCE is the old name of RALPH_SOURCE, which wins wherever it stands", async () => {
  expect((await rc("RALPH_TASK_SOURCE=linear\nRALPH_LINEAR_PROJECT=P\n")).config.source).toBe("linear");
  expect((await rc("RALPH_SOURCE=file\nRALPH_TASK_SOURCE=github\n")).config.source).toBe("file");
  expect((await rc("RALPH_SOURCE=file\n", { env: { RALPH_TASK_SOURCE: "github" } })).config.source).toBe("github");
});

test("U-40 commands stand one a line or with ;; between; programs are split as a shell would", async () => {
  const { config } = await rc(
    `RALPH_GATE="npm run lint ;; npm test -- 'a b'"\nRALPH_AGENT=command\nRALPH_AGENT_COMMAND='node "my agent.mjs" --x'\n`,
  );
  expect(config.gate.commands).toEqual(["npm run lint", "npm test -- 'a b'"]);
  expect(config.agent.command).toEqual(["node", "my agent.mjs", "--x"]);
  expect((await rc('RALPH_GATE="a\nb"\n')).config.gate.commands).toEqual(["a", "b"]);
});

test("U-40 each role has keys of its own", async () => {
  const text =
    "RALPH_AGENT_REVIEWER=command\nRALPH_AGENT_COMMAND_REVIEWER=rev\nRALPH_MODEL_JUDGE=m\nRALPH_FAMILY_REVIEWER=other\n";
  const { config, problems } = await rc(text);
  expect(problems).toEqual([]);
  expect(config.roles.reviewer).toMatchObject({ kind: "command", command: ["rev"], family: "other" });
  expect(config.roles.judge.model).toBe("m");
});

test("A-2 acp:COMMAND names the kind and its program at once", async () => {
  const { config, problems } = await rc('RALPH_AGENT="acp:gemini --acp"\n');
  expect(problems).toEqual([]);
  expect(config.agent).toMatchObject({ kind: "acp", command: ["gemini", "--acp"] });
});

test("an empty value means the default, and overrides an earlier source", async () => {
  const { config, problems } = await rc("RALPH_GATE=npm\nRALPH_MAX_ITERATIONS=\n", { env: { RALPH_GATE: "" } });
  expect(problems).toEqual([]);
  expect(config.gate.commands).toEqual([]);
  expect(config.limits.iterations).toBe(50);
});

test("none lifts a bound that may be lifted, and no other", async () => {
  const { config, problems } = await rc("MAX_CALLS_PER_HOUR=none\nRALPH_MAX_ITERATIONS=none\n");
  expect(config.limits.callsPerHour).toBeNull();
  expect(problems).toMatchObject([{ key: "RALPH_MAX_ITERATIONS", severity: "error" }]);
});

test("a key that says the opposite of its setting is turned round, in no other source", async () => {
  expect((await rc("RALPH_NO_DESLOP=true\n")).config.work.simplify).toBe(false);
  expect((await load({ files: { "ralph.config.json": '{"work":{"simplify":false}}' } })).config.work.simplify).toBe(
    false,
  );
});

describe("U-3 keys of the shell harness", () => {
  test("a file as its template has it is read without a warning or an error", async () => {
    const text = [
      'PROJECT_NAME="${PROJECT_NAME:-my-project}"',
      "MAX_CALLS_PER_HOUR=200",
      'CLAUDE_OUTPUT_FORMAT="json"',
      'ALLOWED_TOOLS="Write,Read,Bash(git add *)"',
      "SESSION_CONTINUITY=true",
      "SESSION_EXPIRY_HOURS=12",
      'TASK_SOURCES="local"',
      'RALPH_TASK_SOURCE="file"',
      'GITHUB_TASK_LABEL="ralph-task"',
      "CB_NO_PROGRESS_THRESHOLD=4",
      "CB_PERMISSION_DENIAL_THRESHOLD=3",
      "CLAUDE_AUTO_UPDATE=true",
      "RALPH_VERBOSE=false",
      'PROMPT_FILE="PROMPT.md"',
      'RALPH_COST_BUDGET_USD="0"',
      'RALPH_OTLP_ENDPOINT=""',
    ].join("\n");
    const { config, problems } = await rc(text);
    expect(problems.filter(({ severity }) => severity !== "notice")).toEqual([]);
    expect(problems.map(({ key }) => key)).toContain("ALLOWED_TOOLS");
    expect(config).toMatchObject({
      session: "continue",
      sessionExpiryHours: 12,
      source: "file",
      limits: { callsPerHour: 200, costUsd: null },
      breaker: { noProgress: 4, permissionDenials: 3 },
      prompt: { file: ".ralph/PROMPT.md" },
    });
  });

  test("B-40 a secret is not read from a file, and not shown", async () => {
    const { problems } = await rc("LINEAR_API_KEY=lin_api_12345\n");
    expect(problems).toMatchObject([{ severity: "warning", code: "secret-in-file", key: "LINEAR_API_KEY" }]);
    expect(JSON.stringify(problems)).not.toContain("12345");
  });

  test("of a key that stands twice the last counts, and it is said", async () => {
    const { config, problems } = await rc("RALPH_MAX_ITERATIONS=3\nRALPH_MAX_ITERATIONS=4\n");
    expect(config.limits.iterations).toBe(4);
    expect(problems).toMatchObject([{ code: "set-twice", line: 1 }]);
  });
});

describe("U-3 the environment", () => {
  test("A-8 what the harness gives its own agents is no configuration, nor are other programs' variables", async () => {
    const own = {
      RALPH_RUN_ID: "r",
      RALPH_ITERATION: "1",
      RALPH_TASK_ID: "T",
      RALPH_ROLE: "x",
      RALPH_ATTEMPT: "1",
      RALPH_ROUND: "1",
      RALPH_WORKSPACE: "/w",
    };
    expect((await load({ env: { ...own, RALPH_BIN: "x", PATH: "/bin" } })).problems).toEqual([]);
  });

  test("a slip of the pen is said", async () => {
    const { problems } = await load({ env: { RALPH_MAX_ITERATION: "3" } });
    expect(problems).toMatchObject([{ severity: "warning", key: "RALPH_MAX_ITERATION", near: "RALPH_MAX_ITERATIONS" }]);
  });
});

describe("settings that need each other", () => {
  test.each([
    ["RALPH_AGENT=command\n", "error", "agent.command"],
    ["RALPH_AGENT_REVIEWER=acp\n", "error", "roles.reviewer.command"],
    ["RALPH_SOURCE=linear\n", "error", "linear.project"],
    ["RALPH_ASYNC_MERGE=true\n", "warning", "landing.asyncMerge"],
    ["RALPH_FLEET_DATABASE=postgres://me:secret@db/x\n", "notice", "fleet.database"],
  ])("%j is incomplete, and its line is named", async (text, severity, key) => {
    const { problems } = await rc(text);
    expect(problems).toMatchObject([{ severity, key, file: ".ralphrc", line: 1 }]);
    expect(JSON.stringify(problems)).not.toContain("secret@");
  });
});
