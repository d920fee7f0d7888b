import { describe, expect, test } from "vitest";
import { judgeFileTool, judgeTool } from "./judge-tool.ts";
import { refusalText, type Scene } from "./judgement.ts";

const scene: Scene = {
  root: "/home/demo/project",
  cwd: "/home/demo/project",
  temp: ["/tmp"],
  planFiles: [".ralph/fix_plan.md"],
  closeBy: "agent",
};
const at = (path: string): string => `${scene.root}/${path}`;
const write = (path: unknown, where: Scene = scene) =>
  judgeFileTool({ tool: "Write", input: { file_path: path, content: "x" } }, where);
const ruleOf = (judgement: ReturnType<typeof write>): string | null => (judgement.allowed ? null : judgement.rule);

describe("G-1 file tools on the control surface", () => {
  test.each(["Write", "Edit", "MultiEdit"])("%s is refused", (tool) =>
    expect(judgeFileTool({ tool, input: { file_path: at(".ralphrc") } }, scene).allowed).toBe(false),
  );
  test("NotebookEdit is refused by its own field", () =>
    expect(judgeFileTool({ tool: "NotebookEdit", input: { notebook_path: at(".ralph/x.ipynb") } }, scene).allowed).toBe(
      false,
    ));
  test("reading is allowed", () => {
    for (const tool of ["Read", "Grep", "Glob"])
      expect(judgeFileTool({ tool, input: { file_path: at(".ralphrc") } }, scene).allowed).toBe(true);
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

const call = (tool: string, input: Readonly<Record<string, unknown>>) => judgeFileTool({ tool, input }, scene).allowed;

describe("calls that can't be judged as they are", () => {
  test("a missing or strange path is refused", () => {
    for (const path of [undefined, 7, null, ["a"]]) expect(ruleOf(write(path))).toBe("unreadable-call");
    for (const path of ["a\0b", "", "a\u001b[31m"]) expect(ruleOf(write(path))).toBe("doubtful-path");
  });
  test("a tool named like a property of objects is judged like any unlisted tool", () =>
    expect(judgeFileTool({ tool: "constructor", input: { path: at(".ralphrc") } }, scene).allowed).toBe(false));
  test("an unlisted tool may read, and write, but not on the control surface", () => {
    expect(call("mcp__files__write_file", { path: at(".ralphrc") })).toBe(false);
    expect(call("mcp__files__move", { items: [{ source: "a", destination: at(".ralph/x") }] })).toBe(false);
    expect(call("mcp__files__write_file", { path: `file://${at(".ralphrc")}` })).toBe(false);
    expect(call("mcp__files__read_file", { path: at(".ralphrc") })).toBe(true);
    expect(call("mcp__files__write_file", { path: at("src/a.ts") })).toBe(true);
    expect(call("mcp__tracker__create", { text: "clean up .ralphrc" })).toBe(true);
  });
  test("a shell call without a command is refused", async () =>
    expect(await judgeTool({ tool: "Bash", input: {} }, scene)).toMatchObject({
      allowed: false,
      rule: "unreadable-call",
    }));
});
