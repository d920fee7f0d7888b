import { expect, test } from "vitest";
import { showConfig, showConfigSchema, type ConfigReport } from "./config.ts";

const report: ConfigReport = {
  settings: [
    { path: "limits.iterations", value: 12, source: "ralphrc", from: ".ralphrc:3" },
    { path: "gate.commands", value: ["node --test"], source: "ralphrc", from: ".ralphrc:4" },
    { path: "agent.model", value: null, source: "default", from: "default" },
    { path: "agent.family", value: "\u001b[31mred", source: "environment", from: "environment (RALPH_FAMILY)" },
    { path: "breaker.cooldownMinutes", value: 5 / 60, source: "ralphrc", from: ".ralphrc:5" },
    { path: "roles.judge.model", value: null, source: "default", from: "default" },
    { path: "roles.fixer.model", value: "m", source: "ralphrc", from: ".ralphrc:6" },
  ],
  problems: [{ severity: "warning" }],
  lines: [".ralphrc:7: warning: RALPH_X is no known key."],
};

test("U-3 a line a value with its source; warnings go to stderr and stop nothing", () => {
  const { stdout, stderr, exitCode } = showConfig(report, { json: false, all: false });
  expect(stdout).toMatch(/^limits\.iterations {2,}\.ralphrc:3 {2,}12$/m);
  expect(stdout).toContain("node --test");
  expect(stdout).toMatch(/agent\.model +default +none/);
  expect(stdout).toContain("0.0833333");
  expect(stderr).toBe(".ralphrc:7: warning: RALPH_X is no known key.\n");
  expect(exitCode).toBe(0);
});

test("roles without anything of their own are left out, unless all are asked for", () => {
  expect(showConfig(report, { json: false, all: false }).stdout).not.toContain("roles.judge.model");
  expect(showConfig(report, { json: false, all: false }).stdout).toContain("roles.fixer.model");
  expect(showConfig(report, { json: false, all: true }).stdout).toContain("roles.judge.model");
});

test("U-3 an error is exit code 2", () => {
  expect(showConfig({ ...report, problems: [{ severity: "error" }] }, { json: true, all: false }).exitCode).toBe(2);
});

test("U-1 with --json nothing but the result is printed", () => {
  const { stdout, stderr } = showConfig(report, { json: true, all: false });
  expect(JSON.parse(stdout)).toMatchObject({ settings: report.settings, problems: report.problems });
  expect(stderr).toBe("");
  expect(JSON.parse(showConfigSchema({ type: "object" }).stdout)).toEqual({ type: "object" });
});

test("G-11 a value can't steer the terminal", () => {
  expect(showConfig(report, { json: false, all: false }).stdout).not.toContain("\u001b");
});
