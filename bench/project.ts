import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A small repository with a plan, and an agent beside it that does the first open task of it. */
export interface Project {
  readonly root: string;
  readonly agent: string;
  readonly env: NodeJS.ProcessEnv;
  /** File that gets the id of each agent's process, one a line. */
  readonly calls: string;
}

const block = [
  "Did the task.",
  "",
  "---RALPH_STATUS---",
  "STATUS: IN_PROGRESS",
  "TASKS_COMPLETED_THIS_LOOP: 1",
  "FILES_MODIFIED: 1",
  "TESTS_STATUS: DEFERRED",
  "WORK_TYPE: IMPLEMENTATION",
  "EXIT_SIGNAL: false",
  "RECOMMENDATION: Next: the next open item",
  "---END_RALPH_STATUS---",
];

// Next to nothing besides starting: it reads the prompt, adds a line, ticks the first open box and answers.
const agentScript = (calls: string, sleepSeconds: number): string => `#!/bin/sh
echo "$$" >>'${calls}'
cat >/dev/null
${sleepSeconds > 0 ? `sleep ${sleepSeconds}` : ":"}
echo x >>work.txt
all='' ticked=''
while IFS= read -r line || [ -n "$line" ]; do
  case "$ticked$line" in '- [ ] '*) line="- [x] \${line#??????}" ticked=1 ;; esac
  all="$all$line
"
done <.ralph/fix_plan.md
printf %s "$all" >.ralph/fix_plan.md
printf '%s\\n' ${block.map((line) => `'${line}'`).join(" ")}
`;

/** A plan of open tasks in sections of ten, as text. */
export function planOf(tasks: number): string {
  const lines = ["# Plan", ""];
  for (let n = 1; n <= tasks; n++) {
    if (n % 10 === 1) lines.push(`## Part ${Math.ceil(n / 10)}`, "");
    lines.push(`- [ ] Do the part of the work that has number ${n}, and test it`);
  }
  return `${lines.join("\n")}\n`;
}

/** Makes the project anew in `folder`. Its agent sleeps before it answers, if told to. */
export function makeProject(
  folder: string,
  { tasks, sleepSeconds = 0, gated = false }: { tasks: number; sleepSeconds?: number; gated?: boolean },
): Project {
  rmSync(folder, { recursive: true, force: true });
  const [root, home] = [join(folder, "project"), join(folder, "home")];
  const [agent, calls] = [join(folder, "agent"), join(folder, "calls")];
  mkdirSync(join(root, ".ralph"), { recursive: true });
  mkdirSync(home);
  writeFileSync(agent, agentScript(calls, sleepSeconds));
  chmodSync(agent, 0o755);
  writeFileSync(calls, "");
  writeFileSync(join(root, ".ralph", "fix_plan.md"), planOf(tasks));
  writeFileSync(join(root, ".gitignore"), ".ralph/*\n!.ralph/fix_plan.md\n");
  writeFileSync(join(root, "work.txt"), "start\n");
  const settings = {
    RALPH_SOURCE: "file",
    RALPH_PLAYBOOK: "workflow",
    RALPH_AGENT: "command",
    RALPH_AGENT_COMMAND: agent,
    RALPH_BRANCHING: "current",
    RALPH_QA_ROLES: "off",
    RALPH_NO_DESLOP: "true",
    RALPH_MAX_ITERATIONS: String(tasks + 5),
    MAX_CALLS_PER_HOUR: "100000",
    ...(gated ? { RALPH_GATE: "true" } : {}),
  };
  writeFileSync(
    join(root, ".ralphrc"),
    Object.entries(settings)
      .map(([key, value]) => `${key}="${value}"\n`)
      .join(""),
  );
  const env = cleanEnvironment(home);
  git(root, env, ["init", "--quiet", "--initial-branch=main"]);
  git(root, env, ["add", "--all"]);
  git(root, env, ["commit", "--quiet", "--message=start"]);
  return { root, agent, env, calls };
}

/** How often the project's agent was called. */
export const callsOf = (project: Project): number => readFileSync(project.calls, "utf8").split("\n").length - 1;

/** An environment without the caller's settings: only where programs are found, and who commits. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: home,
    LANG: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Bench",
    GIT_AUTHOR_EMAIL: "bench@example.invalid",
    GIT_COMMITTER_NAME: "Bench",
    GIT_COMMITTER_EMAIL: "bench@example.invalid",
  };
}

/** Runs git in a folder; throws what it says where it fails. */
export function git(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): void {
  const ended = spawnSync("git", args, { cwd, env, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`git ${args[0]} failed: ${ended.stderr}`);
}
