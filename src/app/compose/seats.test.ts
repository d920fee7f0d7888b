import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import type { Role } from "../../core/outcome.ts";
import { SeatError, seatsOf } from "./seats.ts";

async function seats(env: Readonly<Record<string, string>>) {
  const { config, problems } = await loadConfig({ root: tmpdir(), env });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return seatsOf(config, { self: ["node", "ralph.js"], root: "/repo", crew: false });
}

const orderOf = async (env: Readonly<Record<string, string>>, role: Role = "implementer") =>
  (await seats(env)).seats(role).map(({ label }) => label);

test("L-26 a role is played by its own agent first, then by those of the list, each once", async () => {
  const env = { RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "codex, claude, claude:haiku, codex" };
  expect(await orderOf(env)).toEqual(["claude", "codex", "claude:haiku"]);
  expect(await orderOf({ ...env, RALPH_AGENT_REVIEWER: "codex" }, "reviewer")).toEqual([
    "codex",
    "claude",
    "claude:haiku",
  ]);
  expect(await orderOf({ RALPH_AGENT: "claude" })).toEqual(["claude"]);
});

test("an agent is found by its label; the first stands for one that is not there", async () => {
  const { seat } = await seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "claude:haiku" });
  expect(seat("implementer", "claude:haiku").model).toBe("haiku");
  expect(seat("implementer", "gone").label).toBe("claude");
  expect(seat("implementer").label).toBe("claude");
});

test("a program of the configuration is for its own kind alone", async () => {
  const env = {
    RALPH_AGENT: "command",
    RALPH_AGENT_COMMAND: "node /somewhere/fake.mjs",
    RALPH_FALLBACK_AGENTS: "script",
  };
  const { seat } = await seats(env);
  const { dialect } = seat("implementer", "script");
  const request = { role: "implementer", prompt: "", model: null, resume: null, workspace: "/repo" } as const;
  const command = dialect.command({ ...request, hook: null, schema: null, maxCostUsd: null });
  expect([command.file, ...command.args].join(" ")).not.toContain("fake.mjs");
});

test("two programs are told apart, in few words", async () => {
  const env = {
    RALPH_AGENT: "command",
    RALPH_AGENT_COMMAND: "node /a/b/one.mjs",
    RALPH_FALLBACK_AGENTS: "command",
    RALPH_FALLBACK_COMMAND: "node /a/c/two.mjs",
  };
  expect(await orderOf(env)).toEqual(["command", "command:node c/two.mjs"]);
});

test("a program that is not named is asked for by the setting that names it", async () => {
  await expect(seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "command" })).rejects.toThrow(
    /RALPH_FALLBACK_COMMAND/,
  );
  await expect(seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "nobody" })).rejects.toThrow(SeatError);
});

test("A-2 acp:COMMAND in the list starts that server, whatever else is configured; blanks are part of it", async () => {
  const env = {
    RALPH_AGENT: "acp:codex-acp",
    RALPH_FALLBACK_AGENTS: "claude:haiku acp:gemini --acp, acp:'my server' -x",
    RALPH_FALLBACK_COMMAND: "node other.mjs",
  };
  expect(await orderOf(env)).toEqual(["acp", "claude:haiku", "acp:gemini --acp", "acp:my server -x"]);
  const { seat } = await seats(env);
  const request = { role: "implementer", prompt: "", model: null, resume: null, workspace: "/repo" } as const;
  const argvOf = (label: string) =>
    seat("implementer", label).dialect.command({ ...request, hook: null, schema: null, maxCostUsd: null }).args;
  expect(argvOf("acp:gemini --acp").slice(-3)).toEqual(["--", "gemini", "--acp"]);
  expect(argvOf("acp:my server -x").slice(-3)).toEqual(["--", "my server", "-x"]);
  expect(argvOf("acp").slice(-2)).toEqual(["--", "codex-acp"]);
  await expect(seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "acp:'open" })).rejects.toThrow(
    /names no program/,
  );
  await expect(seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "acp:" })).rejects.toThrow(/acp:/);
  await expect(seats({ RALPH_AGENT: "claude", RALPH_FALLBACK_AGENTS: "acp" })).rejects.toThrow(
    /RALPH_FALLBACK_COMMAND/,
  );
});
