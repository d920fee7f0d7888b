import { describe, expect, test } from "vitest";
import { judgeTool } from "./judge-tool.ts";
import { judgeWrite } from "./judge-write.ts";
import { type Judgement, refusalText, type Scene } from "./judgement.ts";

const scene: Scene = {
  root: "/home/demo/project",
  cwd: "/home/demo/project",
  temp: ["/tmp"],
  planFiles: [".ralph/fix_plan.md"],
  closeBy: "agent",
};
const at = (path: string): string => `${scene.root}/${path}`;
const write = (path: string, where: Scene = scene) => judgeWrite(path, where);
const ruleOf = (judgement: Judgement): string | null => (judgement.allowed ? null : judgement.rule);
const judge = async (tool: string, input: Readonly<Record<string, unknown>>, where: Scene = scene) =>
  ruleOf(await judgeTool({ tool, input }, where));

describe("G-1 file tools on the control surface", () => {
  test.each([
    ["Write", "file_path"],
    ["Edit", "file_path"],
    ["MultiEdit", "file_path"],
    ["NotebookEdit", "notebook_path"],
    ["write_file", "file_path"],
    ["replace", "file_path"],
    ["create", "path"],
    ["edit", "path"],
    ["edit", "filePath"],
    ["edit", "file_path"],
    ["write", "path"],
    ["write", "filePath"],
  ])("%s is refused by its %s", async (tool, field) => {
    expect(await judge(tool, { [field]: at(".ralphrc") })).toBe("control-surface");
    expect(await judge(tool, { [field]: at("src/a.ts") })).toBeNull();
  });
  test.each(["Read", "Grep", "Glob", "read_file", "view", "read", "grep"])("reading by %s is allowed", async (tool) =>
    expect(await judge(tool, { file_path: at(".ralphrc"), path: at(".ralphrc") })).toBeNull(),
  );
  test("G-2 a plan elsewhere, where the harness closes tasks, with what to do instead", () => {
    const judgement = write(at("tasks/index.yaml"), { ...scene, planFiles: ["tasks/index.yaml"], closeBy: "harness" });
    expect(refusalText(judgement)).toBe(
      "Refused (control-surface): tasks/index.yaml is a plan in which Ralph closes the tasks. Say in your answer what is done or was found: Ralph writes it down.",
    );
  });
  test("the refusal hints that the task most likely means project source", () =>
    expect(refusalText(write(at(".ralph/specs/a.md")))).toMatch(/control-surface.*source/s));
  test("the plan may be edited where the agent closes, and not where the harness does", () => {
    expect(ruleOf(write(at(".ralph/fix_plan.md")))).toBeNull();
    expect(ruleOf(write(at(".ralph/fix_plan.md"), { ...scene, closeBy: "harness" }))).toBe("control-surface");
  });
  test("relative paths, detours and other spellings of the root are no way round", () => {
    for (const path of [
      ".ralphrc",
      "./src/../.ralphrc",
      "/home/demo/project/../project/.ralphrc",
      "/home/demo//project/./.ralphrc",
      ".RALPHRC",
    ]) {
      expect(ruleOf(write(path)), path).toBe("control-surface");
    }
    expect(ruleOf(write("../.ralphrc", { ...scene, cwd: at("src") }))).toBe("control-surface");
  });
  test("git's own files are git's, but for a stale lock and the ignore list", () => {
    expect(ruleOf(write(at(".git/HEAD")))).toBe("git-internals");
    expect(ruleOf(write(at(".git")))).toBe("git-internals");
    expect(ruleOf(write(at(".git/hooks/pre-commit")))).toBe("control-surface");
    expect(ruleOf(write(at(".git/info/exclude")))).toBeNull();
  });
});

describe("G-10 writes outside the work tree", () => {
  test.each(["/etc/hosts", "/home/demo/.bashrc", "../other/a.ts", "/home/demo/project-2/a.ts", "/tmp"])(
    "%s is refused",
    (path) => expect(ruleOf(write(path))).toBe("outside-repository"),
  );
  test("below a temporary folder is allowed, but not another checkout's control surface there", () => {
    expect(ruleOf(write("/tmp/snippet.py"))).toBeNull();
    expect(ruleOf(write("/tmp/other/.ralphrc"))).toBe("control-surface");
    expect(ruleOf(write("/tmp/other/.git/hooks/pre-commit"))).toBe("control-surface");
  });
  test("a work tree in the temporary folder does not open its neighbours", () => {
    const inTemp = { ...scene, root: "/tmp/case-1/repo", cwd: "/tmp/case-1/repo" };
    expect(ruleOf(write("/tmp/case-1/other/a.ts", inTemp))).toBe("outside-repository");
    expect(ruleOf(write("../other/a.ts", inTemp))).toBe("outside-repository");
    expect(ruleOf(write("/tmp/case-1/repo/src/a.ts", inTemp))).toBeNull();
    expect(ruleOf(write("/tmp/snippet.py", inTemp))).toBeNull();
  });
  test("a link is judged by where it leads, too", () => {
    const links: Readonly<Record<string, string>> = {
      [at("docs/rc")]: at(".ralphrc"),
      [at("out/a")]: "/etc/a",
      [at("src/b")]: at("lib/b"),
    };
    const linked: Scene = { ...scene, resolve: (path) => links[path] ?? path };
    expect(ruleOf(write(at("docs/rc"), linked))).toBe("control-surface");
    expect(ruleOf(write(at("out/a"), linked))).toBe("outside-repository");
    expect(ruleOf(write(at("src/b"), linked))).toBeNull();
  });
});

describe("G-5 shells of all agents", () => {
  test.each([
    ["Bash", "command"],
    ["bash", "command"],
    ["exec_command", "cmd"],
    ["shell_command", "command"],
    ["run_shell_command", "command"],
    ["write_stdin", "chars"],
    ["write_bash", "input"],
  ])("%s is judged by its %s", async (tool, field) => {
    expect(await judge(tool, { [field]: "rm -rf .ralph" })).toBe("control-surface");
    expect(await judge(tool, { [field]: "npm test" })).toBeNull();
    expect(await judge(tool, {})).toBe("unreadable-call");
  });
  test.each([
    ["run_shell_command", "dir_path"],
    ["run_shell_command", "directory"],
    ["exec_command", "workdir"],
  ])("%s may start in another folder, by %s", async (tool, field) => {
    const folder = { [field]: at(".ralph") };
    expect(await judge(tool, { command: "rm -f specs.md", ...folder })).toBe("control-surface");
    expect(await judge(tool, { command: "rm -f specs.md", [field]: "src" })).toBeNull();
  });
  test("a call of another tool by its name is judged as that tool", async () => {
    const by = (name: string, args: unknown) => judge("tool_call", { name, arguments: args });
    expect(await by("run_shell_command", { command: "rm -rf .ralph" })).toBe("control-surface");
    expect(await by("write_file", { file_path: at("src/a.ts") })).toBeNull();
    expect(await by("tool_call", { name: "write_file", path: at(".ralphrc") })).toBe("control-surface");
    expect(await judge("tool_call", {})).toBeNull();
  });
});

describe("G-1 patches", () => {
  const patch = (...lines: readonly string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  const refusedPatches: readonly (readonly [string, string])[] = [
    ["adds", patch("*** Add File: .ralph/new.md", "+x")],
    ["changes", patch("*** Update File: src/a.ts", "@@", "-a", "+b", "*** Update File: .ralphrc", "@@", "-a", "+b")],
    ["deletes", patch("*** Delete File: .ralph/fix_plan.md")],
    ["moves away", patch("*** Update File: .ralph/fix_plan.md", "*** Move to: plan.md", "@@", "-a", "+b")],
    ["moves onto", patch("*** Update File: a.ts", "*** Move to: .ralphrc", "@@", "-a", "+b")],
  ];
  test.each(refusedPatches)("one that %s the control surface is refused, as a tool and in a shell", async (_, text) => {
    expect(await judge("apply_patch", { command: text })).toBe("control-surface");
    expect(await judge("Bash", { command: `apply_patch <<'EOF'\n${text}\nEOF` })).toBe("control-surface");
  });
  test("one of the project's files, or that ticks the plan, is allowed", async () => {
    const text = patch("*** Update File: src/a.ts", "*** Move to: src/b.ts", "*** Update File: .ralph/fix_plan.md");
    expect(await judge("apply_patch", { input: text })).toBeNull();
    expect(await judge("Bash", { command: `apply_patch <<'EOF'\n${text}\nEOF` })).toBeNull();
  });
  test("its paths are read from the folder that the command goes to first", async () => {
    const text = `apply_patch <<'EOF'\n${patch("*** Add File: new.md", "+x")}\nEOF`;
    expect(await judge("Bash", { command: `cd .ralph && ${text}` })).toBe("control-surface");
    expect(await judge("Bash", { command: `cd 'src' && ${text}` })).toBeNull();
  });
});

describe("calls that can't be judged as they are", () => {
  test("a missing or strange path is refused", async () => {
    for (const path of [undefined, 7, null, ["a"]])
      expect(await judge("Write", { file_path: path })).toBe("unreadable-call");
    for (const path of ["a\0b", "", "a\u001b[31m"])
      expect(await judge("Write", { file_path: path })).toBe("doubtful-path");
  });
  test("a tool named like a property of objects is judged like any unlisted tool", async () =>
    expect(await judge("constructor", { path: at(".ralphrc") })).toBe("control-surface"));
  test("an unlisted tool may read, and write, but not on the control surface", async () => {
    expect(await judge("mcp__files__write_file", { path: at(".ralphrc") })).toBe("control-surface");
    expect(await judge("mcp__files__move", { items: [{ source: "a", destination: at(".ralph/x") }] })).toBe(
      "control-surface",
    );
    expect(await judge("mcp__files__write_file", { path: `file://${at(".ralphrc")}` })).toBe("control-surface");
    expect(await judge("mcp__files__read_file", { path: at(".ralphrc") })).toBeNull();
    expect(await judge("mcp__files__write_file", { path: at("src/a.ts") })).toBeNull();
    expect(await judge("mcp__tracker__create", { text: "clean up .ralphrc" })).toBeNull();
  });
});
