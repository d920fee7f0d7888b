import { expect, test } from "vitest";
import { doctorText } from "../../show/status/doctor-text.ts";
import type { Findings } from "./findings.ts";
import { judgeFindings } from "./judge-findings.ts";

const sound: Findings = {
  node: { version: "24.0.0" },
  repository: { kind: "sound", gitVersion: "2.40.0", root: "/r", branch: "main", underWay: null },
  tree: { foreign: [], startsFrom: null },
  config: { problems: [], contract: "workflow/1.2" },
  agent: {
    name: "claude",
    program: "/bin/claude",
    version: "2.1.332 (Claude Code)",
    triedVersions: ["2.1.332"],
    problem: null,
    login: { kind: "found", how: "ANTHROPIC_API_KEY" },
  },
  hook: { exitCode: 2, said: "refused", ms: 80, registered: "no" },
  firing: { kind: "fires", by: "hook" },
  sandbox: { wanted: "bwrap", fails: null },
  skills: [],
  installed: { behind: [], open: [] },
  gate: { commands: ["npm test"], missing: [], found: ["npm test"] },
  forge: {
    kind: "reached",
    repository: "acme/shop",
    defaultBranch: "main",
    mayPush: true,
    autoMerge: true,
    squash: true,
    isProtected: true,
  },
  backlog: { kind: "read", open: 2, all: 3, faults: [] },
  lock: { state: "free" },
  ledger: { kind: "opens", lastRun: "r1" },
  disk: { freeBytes: 5e9 },
  unwritable: [],
  leftovers: { killedRun: null, kept: [], branches: [] },
};

const checkOf = (id: string, change: Partial<Findings>) =>
  judgeFindings({ ...sound, ...change }).find((check) => check.id === id);

test("U-4 where all is well each thing is told once, and nothing is to be done", () => {
  const checks = judgeFindings(sound);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  expect(checks.map(({ status, fix }) => `${status} ${String(fix)}`)).toEqual(checks.map(() => "ok null"));
  expect(doctorText(checks)).toContain("All is well");
});

test("U-4 all of it fits into 80 columns", () => {
  const words = "a file that is named and nowhere to be found; ".repeat(5).trim();
  const text = doctorText([{ id: "leftovers", status: "warning", message: words, fix: words }]);
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

const fault = {
  severity: "error",
  file: "plan.md",
  line: 3,
  message: "id A-1 stands twice",
  hint: "Rename one.",
} as const;

const reached = {
  kind: "reached",
  repository: "acme/shop",
  defaultBranch: "main",
  mayPush: true,
  autoMerge: true,
  squash: true,
  isProtected: true,
} as const;

const cases: readonly (readonly [string, string, Partial<Findings>, RegExp])[] = [
  ["forge", "failure", { forge: { kind: "unreachable", message: "no key", fix: "set one" } }, /no key/],
  ["forge", "failure", { forge: { ...reached, mayPush: false } }, /not push/],
  ["forge", "failure", { forge: { ...reached, squash: false } }, /squash/],
  ["forge", "warning", { forge: { ...reached, autoMerge: false, isProtected: false } }, /not protected.*not allowed/],
  [
    "git",
    "failure",
    { repository: { kind: "unfit", isGitMissing: true, message: "no git", fix: "install" } },
    /no git/,
  ],
  ["repository", "failure", { repository: { kind: "unfit", isGitMissing: false, message: "bare", fix: "go" } }, /bare/],
  [
    "repository",
    "failure",
    {
      repository: {
        ...sound.repository,
        kind: "sound",
        gitVersion: "2.40.0",
        root: "/r",
        branch: null,
        underWay: null,
      },
    },
    /detached/,
  ],
  ["agent", "failure", { agent: { ...sound.agent, program: null, problem: "claude is not on PATH" } }, /not on PATH/],
  // a version that was not tried is a note.
  ["agent", "ok", { agent: { ...sound.agent, version: "9.9.9" } }, /tested with 2\.1\.332/],
  ["login", "warning", { agent: { ...sound.agent, login: { kind: "not-found", looked: ["KEY"] } } }, /KEY/],
  ["hook", "failure", { hook: { ...sound.hook, exitCode: 0 } }, /was not refused/],
  ["sandbox", "failure", { sandbox: { wanted: "bwrap", fails: "no user namespaces" } }, /no user namespaces/],
  ["sandbox", "failure", { sandbox: { wanted: "container", fails: null } }, /not supported yet/],
  ["sandbox", "ok", { sandbox: { wanted: "none", fails: null } }, /would work here/],
  ["sandbox", "ok", { sandbox: { wanted: "none", fails: "it is not installed" } }, /not installed/],
  ["sandbox", "ok", { sandbox: { wanted: "agent", fails: null } }, /the agent's own/],
  ["hooks-fire", "failure", { firing: { kind: "silent" } }, /without asking the hook/],
  ["hooks-fire", "warning", { firing: { kind: "untried", why: "it took too long" } }, /it took too long/],
  ["hooks-fire", "ok", { firing: { kind: "fires", by: "rules" } }, /by its own rules/],
  ["hook", "warning", { hook: { ...sound.hook, registered: "outdated" } }, /another place/],
  ["skills", "warning", { skills: [{ name: "ralph-workflow", path: "p", version: "1.1.0" }] }, /version 1\.1\.0/],
  ["hook", "warning", { hook: { ...sound.hook, registered: "shared" } }, /path of one machine/],
  ["agent", "failure", { agent: { ...sound.agent, missingScript: "/r/script.yaml" } }, /not there: \/r\/script\.yaml/],
  ["upgrade", "warning", { installed: { behind: ["a", "b", "c", "d"], open: [] } }, /a, b, c and 1 more/],
  ["upgrade", "warning", { installed: { behind: ["a"], open: ["b"] } }, /conflicts.*: b/],
  ["gate", "warning", { gate: { commands: [], missing: [], found: [] } }, /no gate/],
  ["gate", "failure", { gate: { commands: ["x"], missing: ["x"], found: [] } }, /not found: x/],
  ["tree", "failure", { tree: { foreign: ["a", "b", "c", "d"], startsFrom: null } }, /a, b, c and 1 more/],
  ["tree", "warning", { tree: { foreign: [], startsFrom: "main" } }, /start from main/],
  ["backlog", "failure", { backlog: { kind: "unreadable", fault } }, /plan\.md:3/],
  [
    "backlog",
    "failure",
    { backlog: { kind: "read", open: 1, all: 1, faults: [fault, fault, fault, fault] } },
    /and 1 more/,
  ],
  [
    "backlog",
    "ok",
    { backlog: { kind: "read", open: 1, all: 2, faults: [], place: "Linear, project Demo, as Ralph" } },
    /^1 open, 1 closed \(Linear, project Demo, as Ralph\)$/,
  ],
  ["backlog", "warning", { backlog: { kind: "read", open: 0, all: 2, faults: [] } }, /none of its 2/],
  ["lock", "ok", { lock: { state: "live", run: "r2", why: "" } }, /r2/],
  ["lock", "warning", { lock: { state: "stale", run: "r2", why: "its process is gone" } }, /gone/],
  ["ledger", "failure", { ledger: { kind: "fails", message: "newer", fix: "upgrade" } }, /newer/],
  ["disk", "failure", { disk: { freeBytes: 1e6 } }, /MB free/],
  ["disk", "warning", { disk: { freeBytes: 5e8 } }, /MB free/],
  ["writable", "failure", { unwritable: ["/r/.ralph"] }, /\/r\/\.ralph/],
  ["leftovers", "warning", { leftovers: { killedRun: "r1", kept: [], branches: [] } }, /r1 was killed/],
  [
    "leftovers",
    "ok",
    { leftovers: { killedRun: null, kept: [], branches: ["ralph/blocked/A-1"] } },
    /ralph\/blocked\/A-1/,
  ],
];

test.each(cases)("U-4 %s is a %s, with what to do", (id, status, change, message) => {
  const check = checkOf(id, change);
  expect(check?.status).toBe(status);
  expect(check?.message).toMatch(message);
  if (status !== "ok") expect(check?.fix ?? "").not.toBe("");
});

test("U-4 outside of a repository only what is there is judged", () => {
  const outside = {
    repository: { kind: "unfit", isGitMissing: false, message: "none", fix: "git init" },
    backlog: null,
    lock: null,
    leftovers: null,
  } as const;
  const ids = judgeFindings({ ...sound, ...outside }).map(({ id }) => id);
  expect(ids).not.toContain("git");
  expect(ids).not.toContain("lock");
});

test("U-4 the text says first what a run would meet", () => {
  const text = doctorText(judgeFindings({ ...sound, unwritable: ["/r"] }));
  expect(text).toMatch(/FAILURE {2}writable +can't be written to: \/r\n +→ Mend/);
  expect(text).toContain("1 failure, 0 warnings");
});
