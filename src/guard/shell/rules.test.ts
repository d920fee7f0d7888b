import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixedRules, liftableRules } from "../../core/guard-rule.ts";
import { judgeShell } from "../judge-shell.ts";
import { refusalText, type GitScene, type Scene } from "../judgement.ts";
import { taskScene } from "./fixtures/command-table.ts";

const ruleOf = (command: string, scene: Partial<Scene> = {}): string | null => {
  const judgement = judgeShell(command, { ...taskScene, ...scene });
  return judgement.allowed ? null : judgement.rule;
};
const onBranch = (git: Partial<GitScene>): Partial<Scene> => ({
  git: () => ({ branch: "abc-1-add", defaultBranch: "main", protected: [], branching: "task", task: null, ...git }),
});

describe("G-4 a refusal tells", () => {
  test("its rule, what it is about, and what to do instead", () => {
    const judgement = judgeShell("npm test && python3 -c 'print(1)'", taskScene);
    expect(judgement).toMatchObject({ rule: "inline-code", reason: expect.stringContaining("python3 -c") });
    expect(refusalText(judgement)).toMatch(/^Refused \(inline-code\): .*python3 \/tmp\/snippet\.py/);
  });
  test("G-22 the code points of what can't be seen", () => {
    expect(judgeShell("rm -rf bu\u200bild", taskScene)).toMatchObject({ reason: expect.stringContaining("U+200B") });
    expect(judgeShell("git push origin m\u0430in", taskScene)).toMatchObject({
      reason: expect.stringContaining("U+0430"),
    });
  });
  test("G-11 what the command holds on one line, without control characters", () => {
    const judgement = judgeShell(`$'\\e[31m'x; rm -rf .ralph "\n${"x".repeat(4000)}"`, taskScene);
    const text = refusalText(judgement);
    expect(text.split("\n")).toHaveLength(1);
    expect(text).not.toContain("\u001b");
    expect(text.length).toBeLessThan(600);
  });
});

describe("G-4 rules are data", () => {
  test("a project lifts one: what else speaks against a command still counts", () => {
    expect(ruleOf("python3 -c 'print(1)'", { lifted: ["inline-code"] })).toBeNull();
    expect(ruleOf("python3 -c 'print(1)'; rm -rf .ralph", { lifted: ["inline-code"] })).toBe("control-surface");
    expect(ruleOf("git reset --hard", { lifted: ["git-discard"] })).toBeNull();
    expect(ruleOf("git reset --hard && git push -f", { lifted: ["git-discard"] })).toBe("git-push");
  });
  test.each(fixedRules)("%s can't be lifted", (rule) => {
    const commands = ["rm .ralphrc", "rm '", "> .ralph/fix_plan.md", "echo x > .git/HEAD", "rm 'a\u001bb'"];
    const before = commands.map((command) => ruleOf(command));
    expect(commands.map((command) => ruleOf(command, { lifted: [rule] }))).toEqual(before);
  });
  test("each stands in the guide", () => {
    const guide = readFileSync(join(import.meta.dirname, "../../../docs/guide/guard.md"), "utf8");
    const told = [...guide.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, rule = ""]) => rule);
    expect(told.toSorted()).toEqual([...fixedRules, ...liftableRules].toSorted());
  });
  test("no rule is both", () =>
    expect(liftableRules.filter((rule) => (fixedRules as readonly string[]).includes(rule))).toEqual([]));
  test("a project adds programs, with first words where wanted", () => {
    const scene = { denied: ["docker", "npm publish", "terraform apply"] };
    for (const command of [
      "docker ps",
      "sudo docker ps",
      "/usr/bin/docker ps",
      "npm test && npm publish",
      "env npm publish --tag x",
    ])
      expect(ruleOf(command, scene), command).toBe("denied-program");
    for (const command of ["npm test", "terraform plan", "echo docker"])
      expect(ruleOf(command, scene), command).toBeNull();
  });
});

describe("G-24 branches", () => {
  test("R-1 a commit on the default branch is refused where each task has its own, and allowed where work is done in place", () => {
    for (const command of [
      "git commit -m x",
      "git -C . commit -m x",
      "npm test && git commit -am x",
      "git -c user.name=x commit -m y",
    ]) {
      expect(ruleOf(command, onBranch({ branch: "main" })), command).toBe("default-branch");
      expect(ruleOf(command, onBranch({ branch: "main", branching: "current" })), command).toBeNull();
      expect(ruleOf(command, onBranch({ branch: "abc-1-add" })), command).toBeNull();
    }
  });
  test("moving away from the default branch first is fine, and to it is not, whatever the branching", () => {
    const scene = onBranch({ branch: "main" });
    expect(ruleOf("git switch -c x && git commit -m y", scene)).toBeNull();
    expect(ruleOf("git checkout -b x && git commit -m y", scene)).toBeNull();
    // A switch that fails leaves the branch as it was.
    expect(ruleOf("git switch -c x; git commit -m y", scene)).toBe("default-branch");
    for (const branching of ["task", "current"] as const)
      expect(ruleOf("git switch main && git commit -m x", onBranch({ branching }))).toBe("default-branch");
  });
  test("R-2 the default branch has any name, and others may be protected", () => {
    const scene = onBranch({ defaultBranch: "trunk", protected: ["release/*"] });
    for (const target of ["trunk", "main", "master", "release/1.0", "HEAD:release/2"])
      expect(ruleOf(`git push origin ${target}`, scene), target).toBe("git-push");
    expect(ruleOf("git push origin released", scene)).toBeNull();
  });
  test("a push without a name pushes the branch that is checked out", () => {
    expect(ruleOf("git push")).toBeNull();
    expect(ruleOf("git push", onBranch({ branch: "main" }))).toBe("git-push");
    expect(ruleOf("git push", onBranch({ branch: null }))).toBe("git-push");
    expect(ruleOf("git push origin HEAD", onBranch({ branch: "main" }))).toBe("git-push");
  });
  test("side branches go by the task's name", () => {
    const scene = onBranch({ branch: "feature", task: "LIN-7" });
    expect(ruleOf("git branch -D lin-7-try", scene)).toBeNull();
    expect(ruleOf("git branch -D feature-try", scene)).toBeNull();
    expect(ruleOf("git branch -D lin-70", scene)).toBe("git-branches");
    expect(ruleOf("git branch -D other", scene)).toBe("git-branches");
  });
  test("another repository below the temporary folder is nobody's business", () => {
    const scene = onBranch({ branch: "main" });
    expect(ruleOf("cd /tmp/fixture && git init && git commit -m x", scene)).toBeNull();
    expect(ruleOf("git -C /tmp/fixture commit -m x", scene)).toBeNull();
  });
  test("R-5a merges are refused while the harness lands", () => {
    for (const command of ["git merge main", "git pull", "git rebase main", "git cherry-pick x", "gh pr merge 1"]) {
      expect(ruleOf(command, { isLanding: () => true }), command).toBe("landing");
    }
    expect(ruleOf("git merge main", { isLanding: () => false })).toBeNull();
    expect(ruleOf("git merge --abort", { isLanding: () => true })).toBeNull();
  });
  test("without any knowledge of the repository what depends on it is refused", () => {
    const { git: _, ...scene } = taskScene;
    expect(judgeShell("git push", scene).allowed).toBe(false);
    expect(judgeShell("git push origin abc-1", scene).allowed).toBe(true);
  });
});

describe("G-23 the plan", () => {
  test("is edited in place where the agent ticks it, and by nobody else where the harness does", () => {
    const edit = "sed -i 's/\\[ \\]/[x]/' .ralph/fix_plan.md";
    expect(ruleOf(edit)).toBeNull();
    expect(ruleOf(edit, { closeBy: "harness" })).toBe("control-surface");
    expect(ruleOf("echo '- [ ] more' >> .ralph/fix_plan.md")).toBeNull();
    expect(ruleOf("awk '{print}' .ralph/fix_plan.md > /tmp/plan && cp /tmp/plan .ralph/fix_plan.md")).toBeNull();
  });
  test("is never emptied or removed", () => {
    for (const command of [
      "> .ralph/fix_plan.md",
      "cat x > .ralph/fix_plan.md",
      "truncate -s 0 .ralph/fix_plan.md",
      "rm .ralph/fix_plan.md",
      "mv .ralph/fix_plan.md x",
    ])
      expect(ruleOf(command), command).toBe("plan-file");
  });
  test("outside of the harness's folder it is the plan as well", () => {
    const scene = { planFiles: ["tasks/index.yaml"] };
    expect(ruleOf("sed -i s/a/b/ tasks/index.yaml", scene)).toBeNull();
    expect(ruleOf("rm -rf tasks", scene)).not.toBeNull();
    expect(ruleOf("rm tasks/*.yaml", scene)).not.toBeNull();
  });
});

describe("G-23 links", () => {
  const resolve = (path: string): string =>
    path.replace("/home/demo/project/link", "/home/demo/project/.ralph").replace("/home/demo/project/out", "/etc");
  test("what a link leads to is not written or emptied through it; the link itself may go", () => {
    expect(ruleOf("echo x > link/a", { resolve })).toBe("control-surface");
    expect(ruleOf("rm -rf link/specs", { resolve })).toBe("control-surface");
    expect(ruleOf("rm -rf link/", { resolve })).toBe("control-surface");
    expect(ruleOf("rm link", { resolve })).toBeNull();
    expect(ruleOf("rm out", { resolve })).toBeNull();
    expect(ruleOf("rm out/passwd", { resolve })).toBe("outside-repository");
  });
});

describe("G-25 secrets", () => {
  test("every variable at once is shown only where none is a secret", () => {
    for (const command of ["env", "printenv | sort", "export -p"]) {
      expect(ruleOf(command, { hasSecrets: true }), command).toBe("environment");
      expect(ruleOf(command, { hasSecrets: false }), command).toBeNull();
    }
    expect(ruleOf("printenv PATH", { hasSecrets: true })).toBeNull();
  });
  test("F245 quotes inside a path are no way to another process's environment", () => {
    for (const command of [
      'cat /proc/"self"/environ',
      "cat /proc/$$/environ",
      "cat /pro''c/self/environ",
      "cat /proc/{self,1}/environ",
    ])
      expect(ruleOf(command, { hasSecrets: false }), command).toBe("environment");
  });
});

describe("reports of what went wrong elsewhere", () => {
  test.each([
    "ls & rm -rf .ralph",
    "(rm -rf .ralph)",
    "{ rm -rf .ralph; }",
    "echo $(rm -rf .ralph)",
    "bash -c 'rm -rf .ralph'",
    "ls\nrm -rf .ralph",
  ])("F241 a part of a line is no hiding place: %j", (command) => expect(ruleOf(command)).not.toBeNull());
  test.each([
    "env rm -rf .ralph",
    "nice rm -rf .ralph",
    "xargs rm -rf .ralph",
    "setsid rm -rf .ralph",
    "sudo -n rm -rf .ralph",
    "./run rm -rf .ralph",
  ])("F242 a wrapper hides no program, known or not: %s", (command) => expect(ruleOf(command)).toBe("control-surface"));
  test.each([
    "find . -name fix_plan.md | xargs rm",
    "echo 'rm -rf .ralph'>s.sh; sh s.sh",
    "find . -name fix_plan.md -print0 | xargs -0 rm -f",
  ])("F244 neither a pipe nor a script written on the way: %s", (command) => expect(ruleOf(command)).not.toBeNull());
  test.each([
    "cmd /c rmdir /s /q .",
    "python - <<'EOF'\nimport shutil\nshutil.rmtree('.')\nEOF",
    "node -e 'fs.rmSync(\".\")'",
    "powershell -Command Remove-Item .",
    "Remove-Item -Recurse .ralph",
  ])("F247 another shell or interpreter is none either: %j", (command) => expect(ruleOf(command)).not.toBeNull());
  test.each(["rm -rf .ralph", "git clean -fdx", "mv .ralph x", "sed -i s/a/b/ .ralphrc"])(
    "F230 a task to clean up does not take the harness along: %s",
    (command) => expect(ruleOf(command)).not.toBeNull(),
  );
});
