import { describe, expect, test } from "vitest";
import { sampleTask } from "../../testing/sample-facts.ts";
import type { Task } from "../task.ts";
import { defaultRisk, matchesRisk, riskOf } from "./risk.ts";

const risk = (task: Partial<Task>, changed: readonly string[] = []) =>
  riskOf(
    { ...sampleTask("M1-1"), title: "add a column", priority: 2, ...task },
    changed.map((path) => ({ path })),
    { rules: defaultRisk, source: "task-index" },
  );

describe("P-23 what makes a task high risk", () => {
  test.each<[string, Partial<Task>]>([
    ["its own label", { labels: ["M1", "risk:high"] }],
    ["high priority", { priority: 1 }],
    ["a declared file", { files: ["src/auth/session.ts"] }],
    ["a word in its title", { title: "retry failed payments" }],
    ["a word in its text", { body: "Adds a migration for the table." }],
  ])("%s", (_name, task) => {
    expect(risk(task).is).toBe("high");
  });

  test("a file that was really changed, which nobody had declared", () => {
    expect(risk({}).is).toBe("usual");
    expect(risk({}, ["src/list.ts", "prisma/schema.prisma"])).toEqual({
      is: "high",
      why: "the change of prisma/schema.prisma",
    });
  });

  test("places in a list are no priorities: the first story of a prd.json is not urgent for that", () => {
    const first = { ...sampleTask("US-1"), priority: 1 };
    expect(riskOf(first, [], { rules: defaultRisk, source: "prd-json" }).is).toBe("usual");
  });

  test.each(["name the author", "a co-author line", "unauthorized words are no word of ours alone"])(
    "a keyword is the beginning of a word: %s",
    (title) => {
      expect(risk({ title }).is).toBe("usual");
    },
  );
});

describe("patterns of paths", () => {
  test.each([
    ["src/auth/x.ts", "auth*"],
    ["src/lib/authorize.ts", "auth*"],
    ["a/b/prisma/schema.prisma", "prisma/"],
    ["db/table.rls.sql", "*.rls.*"],
    ["specs/api.tsp", "*.tsp"],
    ["extensions/mexico/tax.ts", "extensions/mexico/"],
    ["src/deep/er/billing.ts", "src/**/billing.ts"],
    ["SRC/Payments.ts", "*payment*"],
  ])("%s is matched by %s", (path, pattern) => {
    expect(matchesRisk(path, pattern)).toBe(true);
  });

  test.each([
    ["src/prisma.ts", "prisma/"],
    ["other/extensions/mexico/tax.ts", "extensions/mexico/"],
    ["src/reauth.ts", "auth*"],
    ["src/a.tspx", "*.tsp"],
    ["src/a.ts", ""],
  ])("%s is not matched by %s", (path, pattern) => {
    expect(matchesRisk(path, pattern)).toBe(false);
  });
});
