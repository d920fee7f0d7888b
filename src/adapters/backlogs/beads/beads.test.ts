import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import { BacklogError } from "../../../ports/backlog.ts";
import { backlogContract } from "../../../testing/backlog-contract.ts";
import type { Bead } from "./bead.ts";
import { openBeads } from "./open-beads.ts";
import { bdIn, type RunBd } from "./run-bd.ts";

const home = mkdtempSync(join(tmpdir(), "beads-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/* Plays `bd` over issues in memory: what it is asked for, and what it then answers. */
function played(issues: Record<string, unknown>[]): {
  readonly bd: RunBd;
  readonly calls: string[];
  readonly issues: object[];
} {
  const calls: string[] = [];
  const bd: RunBd = async (args, signal) => {
    signal?.throwIfAborted();
    calls.push(args.join(" "));
    const [verb, id] = args;
    const issue = issues.find((each) => each["id"] === id);
    const option = (name: string): string | undefined => {
      const at = args.indexOf(name);
      return at === -1 ? undefined : args[at + 1];
    };
    if (verb === "close") Object.assign(issue ?? {}, { status: "closed", close_reason: option("--reason") });
    if (verb === "update") {
      const notes = option("--notes");
      if (option("--status") === "open") delete issue?.["close_reason"];
      Object.assign(issue ?? {}, { status: option("--status"), ...(notes === undefined ? {} : { notes }) });
    }
    if (verb === "show") return JSON.stringify(issues.filter((each) => args.includes(String(each["id"]))));
    return JSON.stringify(verb === "list" ? issues : [issue]);
  };
  return { bd, calls, issues };
}

const link = (from: string, on: string, type: string) => ({ issue_id: from, depends_on_id: on, type });

backlogContract("beads", {
  open: async (seeds) => {
    const { bd, issues } = played(
      seeds.map(({ id, title, state, deps = [] }) => ({
        id,
        title,
        status: state === "done" ? "closed" : "open",
        priority: 0,
        notes: id === "AB-1" ? "read" : "",
        dependencies: deps.map((on) => link(id, on, "blocks")),
      })),
    );
    return { backlog: openBeads(bd), again: () => openBeads(bd), content: async () => JSON.stringify(issues) };
  },
  openMissing: async () => openBeads(bdIn(home, join(home, "no-bd"))),
});

describe("B-56 beads through its own program", () => {
  const issue = (id: string, more: object = {}) => ({ id, title: id, status: "open", priority: 0, ...more });

  test("priority 0 is the highest; only blocking dependencies hold a task back", async () => {
    const { bd } = played([
      issue("bd-1"),
      issue("bd-2", {
        dependencies: [link("bd-2", "bd-1", "related"), link("bd-2", "bd-3", "discovered-from")],
        priority: 1,
      }),
      issue("bd-3", {
        dependencies: [link("bd-3", "bd-1", "blocks")],
        acceptance_criteria: "- [ ] it is\n- [x] it was",
      }),
    ]);
    const { tasks, faults } = await openBeads(bd).load();
    expect(faults).toEqual([]);
    expect(tasks.map(({ id, priority, deps }) => [id, priority, deps])).toEqual([
      ["bd-1", 0, []],
      ["bd-2", 1, []],
      ["bd-3", 0, ["bd-1"]],
    ]);
    expect(tasks[2]?.acceptance).toEqual([
      { text: "it is", done: false },
      { text: "it was", done: true },
    ]);
  });

  test("an epic is a group: what holds it back holds its issues back, and who waits for it waits for them", async () => {
    const { bd } = played([
      issue("bd-e", { title: "The epic", issue_type: "epic", dependencies: [link("bd-e", "bd-1", "blocks")] }),
      issue("bd-e.1", { dependencies: [link("bd-e.1", "bd-e", "parent-child")] }),
      issue("bd-1"),
      issue("bd-2", { dependencies: [link("bd-2", "bd-e", "blocks")] }),
    ]);
    const { tasks } = await openBeads(bd).load();
    expect(tasks.map(({ id, group, deps }) => [id, group, deps])).toEqual([
      ["bd-e.1", "The epic", ["bd-1"]],
      ["bd-1", null, []],
      ["bd-2", null, ["bd-e.1"]],
    ]);
  });

  test("where the list has only numbers of dependencies, they are asked for", async () => {
    const { bd, calls } = played([issue("bd-1"), issue("bd-2")]);
    const older: RunBd = async (args) => {
      if (args[0] === "show") {
        calls.push(args.join(" "));
        return JSON.stringify([{ ...issue("bd-2"), dependencies: [{ ...issue("bd-1"), dependency_type: "blocks" }] }]);
      }
      return (await bd(args)).replace('"bd-2","status"', '"bd-2","dependency_count":1,"status"');
    };
    expect((await openBeads(older).load()).tasks[1]?.deps).toEqual(["bd-1"]);
    expect(calls).toContain("show bd-2 --json");
  });

  test("states are set by update and close, reasons stand in the notes", async () => {
    const { bd, calls } = played([issue("bd-1", { notes: "known" })]);
    const backlog = openBeads(bd);
    const id = taskId("bd-1");
    await backlog.setState({ id, state: "in_progress" });
    expect(await backlog.setState({ id, state: "needs_human", reason: "which key?" })).toMatchObject({
      state: "needs_human",
      reason: "which key?",
    });
    await backlog.setState({ id, state: "done", note: "src/a.ts:1" });
    expect(calls.filter((call) => !call.startsWith("list"))).toEqual([
      "update bd-1 --status in_progress --json",
      "update bd-1 --status blocked --notes known (needs-human: which key?) --json",
      "close bd-1 --reason (verified resolved at src/a.ts:1) --json",
    ]);
  });

  test("an unknown status is a fault of its task alone", async () => {
    const { bd } = played([issue("bd-1", { status: "odd" }), issue("bd-2")]);
    const { tasks, faults } = await openBeads(bd).load();
    expect(tasks).toHaveLength(2);
    expect(faults).toMatchObject([{ code: "unknown-state", tasks: ["bd-1"] }]);
  });
});

describe("the program itself", () => {
  const program = (name: string, script: string): string => {
    const path = join(home, name);
    writeFileSync(path, `#!${process.execPath}\n${script}`);
    chmodSync(path, 0o755);
    return path;
  };
  test("what it says on failing is told, in one line", async () => {
    const path = program("bd-fails", 'console.error("Error: no beads database found\\nhint: bd init");process.exit(1)');
    const error = await openBeads(bdIn(home, path))
      .load()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BacklogError);
    expect(error).toMatchObject({ code: "unreadable", message: "`bd list` failed: Error: no beads database found" });
  });
  test("an answer that is no list of issues is said, not taken for an empty backlog", async () => {
    const path = program("bd-odd", 'console.log("Welcome!")');
    await expect(openBeads(bdIn(home, path)).load()).rejects.toMatchObject({ fault: { code: "not-understood" } });
    expect((await openBeads(bdIn(home, program("bd-none", 'console.log("null")'))).load()).tasks).toEqual([]);
  });

  const real = "bd";
  const hasBd = (() => {
    try {
      execFileSync(real, ["version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();
  test.skipIf(!hasBd)("the real bd (skipped: it is not on the PATH)", async () => {
    const root = mkdtempSync(join(home, "real-"));
    const bd = (...args: string[]): string => execFileSync(real, args, { cwd: root, encoding: "utf8" });
    execFileSync("git", ["init", "-q", root]);
    bd("init", "--prefix", "t");
    const [one] = JSON.parse(`[${bd("create", "first", "-p", "0", "--json")}]`) as Bead[];
    const backlog = openBeads(bdIn(root));
    expect((await backlog.load()).tasks.map(({ title, priority }) => [title, priority])).toEqual([["first", 0]]);
    const id = taskId(one?.id ?? "");
    expect((await backlog.setState({ id, state: "in_progress" })).state).toBe("in_progress");
    expect((await backlog.setState({ id, state: "done" })).state).toBe("done");
  });
});
