import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judgeShell } from "../../guard/judge-shell.ts";
import type { GitScene } from "../../guard/judgement.ts";
import { lookAround } from "./hook-surroundings.ts";

type Environment = Readonly<Record<string, string>>;

let folder: string;
let root: string;
const git = (...args: readonly string[]): void =>
  void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "ignore" });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "around-"));
  root = join(folder, "project");
  mkdirSync(join(root, ".ralph"), { recursive: true });
  git("init", "-q", "-b", "trunk");
  git("commit", "-q", "--allow-empty", "-m", "first");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sceneOf = (env: Environment = {}, cwd = root) => lookAround(cwd, env).scene;
const gitOf = (env: Environment = {}, cwd = root): GitScene | undefined => sceneOf(env, cwd).git?.();
const ruleOf = (command: string, env: Environment = {}): string | null => {
  const judgement = judgeShell(command, sceneOf(env));
  return judgement.allowed ? null : judgement.rule;
};

describe("G-24 what the hook knows of branches, without starting git", () => {
  test("the branch that is checked out, and the only branch as the default", () => {
    expect(gitOf()).toMatchObject({ branch: "trunk", defaultBranch: "trunk", branching: "task", task: null });
    git("switch", "-q", "-c", "abc-1/add");
    expect(gitOf()?.branch).toBe("abc-1/add");
    git("switch", "-q", "--detach");
    expect(gitOf()?.branch).toBeNull();
  });
  test("the remote's default branch, unless the harness has said another", () => {
    git("update-ref", "refs/remotes/origin/dev", "HEAD");
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev");
    expect(gitOf()?.defaultBranch).toBe("dev");
    expect(gitOf({ RALPH_DEFAULT_BRANCH: "next" })?.defaultBranch).toBe("next");
  });
  test("in a linked work tree its own branch", () => {
    const tree = join(folder, "tree");
    git("worktree", "add", "-q", "-b", "abc-2-side", tree);
    expect(gitOf({}, tree)).toMatchObject({ branch: "abc-2-side" });
  });
  test("how work is branched and what is protected, by the settings", () => {
    writeFileSync(join(root, ".ralphrc"), 'RALPH_BRANCHING=current\nRALPH_PROTECTED_BRANCHES="release/* live"\n');
    expect(gitOf()).toMatchObject({ branching: "current", protected: ["release/*", "live"] });
    expect(gitOf({ RALPH_BRANCHING: "plan", RALPH_TASK_ID: "ABC-1" })).toMatchObject({
      branching: "task",
      task: "ABC-1",
    });
    expect(gitOf({ RALPH_PLAYBOOK: "crew" })?.branching).toBe("current");
  });
  test("no repository is no fault", () => {
    rmSync(join(root, ".git"), { recursive: true });
    expect(gitOf()).toMatchObject({ branch: null, defaultBranch: null });
  });
});

test("R-1 a commit on the default branch is refused where each task has its own branch", () => {
  expect(ruleOf("git commit -m x")).toBe("default-branch");
  expect(ruleOf("git commit -m x", { RALPH_BRANCHING: "current" })).toBeNull();
  git("switch", "-q", "-c", "abc-1-add");
  expect(ruleOf("git commit -m x")).toBeNull();
});

test("R-5a the harness's own word on what it does right now", () => {
  const status = (stage: string): void =>
    writeFileSync(join(root, ".ralph/status.json"), JSON.stringify({ run: "r", state: "running", stage, pid: 4242 }));
  git("switch", "-q", "-c", "abc-1-add");
  expect(ruleOf("git merge trunk")).toBeNull();
  status("land");
  expect(ruleOf("git merge trunk")).toBe("landing");
  status("work");
  expect(ruleOf("git merge trunk")).toBeNull();
  expect(ruleOf("kill 4242")).toBe("harness-signal");
  expect(ruleOf("kill 4243")).toBeNull();
});

test("G-25 a secret is known by the name of its variable, in the environment or passed on to agents", () => {
  expect(ruleOf("env", { PATH: "/bin" })).toBeNull();
  for (const name of ["GITHUB_TOKEN", "LINEAR_API_KEY", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD"])
    expect(ruleOf("env", { [name]: "x" }), name).toBe("environment");
  expect(ruleOf("env", { GITHUB_TOKEN: "" })).toBeNull();
  writeFileSync(join(root, ".ralphrc"), "RALPH_AGENT_ENV=NPM_TOKEN\n");
  expect(ruleOf("env", {})).toBe("environment");
});

test("G-4 rules are lifted and programs forbidden by the project, in .ralphrc or the environment", () => {
  writeFileSync(
    join(root, ".ralphrc"),
    "RALPH_GUARD_LIFT='inline-code, git-discard'\nRALPH_GUARD_DENY=docker,npm publish\n",
  );
  expect(ruleOf("python3 -c 'print(1)'")).toBeNull();
  expect(ruleOf("git reset --hard")).toBeNull();
  expect(ruleOf("npm publish")).toBe("denied-program");
  expect(ruleOf("docker ps", { RALPH_GUARD_DENY: "" })).toBeNull();
  expect(ruleOf("rm .ralphrc", { RALPH_GUARD_LIFT: "control-surface" })).toBe("control-surface");
});

test("G-23 the home folder is known, and is outside", () => {
  expect(ruleOf("echo x >> ~/.bashrc", { HOME: "/home/somebody" })).toBe("outside-repository");
  expect(ruleOf("rm ~/x")).toBe("unknown-target");
});
