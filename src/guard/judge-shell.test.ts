import { describe, expect, test } from "vitest";
import { judgeShell } from "./judge-shell.ts";
import type { Scene } from "./judgement.ts";

const scene: Scene = {
  root: "/home/demo/project",
  cwd: "/home/demo/project",
  temp: ["/tmp"],
  planFiles: [".ralph/fix_plan.md"],
  closeBy: "agent",
};
const judge = (command: string, where: Scene = scene) => judgeShell(command, where);

describe("G-4 deleting or rewriting the control surface is refused, in every part of a line (F230)", () => {
  test.each([
    "rm -rf .ralph",
    "git status && rm -rf .ralph",
    "ls & rm -rf .ralph",
    "(rm -rf .ralph)",
    "{ rm -rf .ralph; }",
    "echo $(rm -rf .ralph)",
    "echo `rm -rf .ralph`",
    "if true; then rm -rf .ralph; fi",
    "f() { rm -rf .ralph; }; f",
    "for f in a b; do rm .ralphrc; done",
    "cat x | tee .ralphrc",
    "echo x > .ralphrc",
    "echo x >> .ralph/specs/a.md",
    "cat <<EOF > .ralphrc\nx\nEOF",
    "{ echo x; } > .ralphrc",
    "mv .ralph old",
    "mv old .ralphrc",
    "true || sed -i s/a/b/ .ralphrc",
    "cp evil .git/hooks/pre-commit",
    "ln -sf evil .git/hooks/pre-commit",
    "chmod -x .git/hooks/pre-commit",
    "find . -name fix_plan.md -delete",
    "find .ralph -type f -exec rm {} +",
    "rm -rf .ral''ph",
    'rm -rf ".ralph"',
    "rm -rf $'\\x2eralph'",
    "rm -rf .r*",
    "rm -rf ./*",
    "rm -rf *",
    "rm -rf .claude",
    "rm -rf .",
    "rm .ralph/fix_plan.md",
    "cd .ralph && rm -rf specs",
    "cd src && rm -rf ../.ralph",
    "(cd src); rm -rf .ralph",
    'rm -rf "$PWD/.ralph"',
    "rm -rf /home/demo/project/.ralph",
    "truncate -s 0 .ralph/fix_plan.md",
    "dd if=/dev/zero of=.ralphrc",
  ])("%s", (command) => expect(judge(command).allowed).toBe(false));

  test.each([
    "env rm -rf .ralph",
    "nice rm -rf .ralph",
    "xargs rm -rf .ralph",
    "setsid rm -rf .ralph",
    "sudo -n rm -rf .ralph",
    "timeout 5 rm -rf .ralph",
  ])("F242 behind a wrapper: %s", (command) => expect(judge(command).allowed).toBe(false));
});

test.each([
  "rm -rf ../other",
  "rm ~/.bashrc",
  "rm -rf /",
  "mv src /home/demo/away",
  "echo x > /etc/hosts",
  "rm -rf $BUILD",
  "rm -rf .{ralph,git}",
])("G-23 outside the work tree, or who knows where: %s", (command) => expect(judge(command).allowed).toBe(false));

test("G-23 a neighbour of a work tree in the temporary folder is outside, too", () => {
  const inTemp = { ...scene, root: "/tmp/case-1/repo", cwd: "/tmp/case-1/repo" };
  expect(judge("rm -rf ../other", inTemp).allowed).toBe(false);
  expect(judge("rm -rf /tmp/scratch", inTemp).allowed).toBe(true);
});

test.each(["rm '", "echo a &&", "if true", "rm a\0b", `echo ${"x".repeat(1024 * 1024)}`])(
  "what can't be parsed is refused",
  (command) => expect(judge(command)).toMatchObject({ allowed: false, rule: "unreadable-command" }),
);

describe("G-4 ordinary commands are allowed, reading the control surface too", () => {
  test.each([
    "",
    "npm test",
    "npm test -- --reporter=dot && git status --short",
    "git status && git diff",
    "git commit -m 'fix: rm -rf .ralph no more'",
    "cat .ralph/fix_plan.md",
    "sed -n 1,5p .ralphrc",
    "sed -i 's/\\[ \\]/[x]/' .ralph/fix_plan.md",
    "grep -rn 'rm -rf .ralph' src",
    "rm -rf build",
    "rm -rf build/*",
    "rm -f src/*.log",
    "cp .ralph/fix_plan.md /tmp/plan.md",
    "npm test > /tmp/out.txt 2>&1",
    "npm test >/dev/null 2>&1",
    'echo x > "$LOG"',
    "mkdir -p src/new && mv src/a.ts src/new/",
    "python3 /tmp/snippet.py",
    'for f in src/*.js; do wc -l "$f"; done',
    "find . -name '*.ts'",
    "find build -name '*.js' -delete",
    "cd src && touch new.ts",
  ])("%s", (command) => expect(judge(command)).toEqual({ allowed: true }));
});

describe("G-1 G-2 where the harness closes tasks the plan is no agent's, wherever it stands", () => {
  const index: Scene = { ...scene, planFiles: ["tasks/index.yaml", "docs/prd/index.md"], closeBy: "harness" };
  test.each([
    "sed -i s/not-started/done/ tasks/index.yaml",
    "echo x >> docs/prd/index.md",
    "cp /tmp/new.yaml tasks/index.yaml",
    "rm tasks/index.yaml",
    "rm -rf tasks",
    "mv docs/prd docs/old",
  ])("%s", (command) => expect(judge(command, index)).toMatchObject({ allowed: false }));
  test.each(["cat tasks/index.yaml", "git diff tasks/index.yaml", "echo x >> docs/prd/M1-1.md", "rm tasks/notes.md"])(
    "allowed: %s",
    (command) => expect(judge(command, index)).toMatchObject({ allowed: true }),
  );
  test("and it is the agent's to edit where agents close", () => {
    const byAgent: Scene = { ...index, closeBy: "agent" };
    expect(judge("sed -i s/a/b/ tasks/index.yaml", byAgent)).toMatchObject({ allowed: true });
    expect(judge("rm tasks/index.yaml", byAgent)).toMatchObject({ allowed: false });
  });
});
