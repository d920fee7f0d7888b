import { expect, test } from "vitest";
import { agentEnvironment } from "./agent-environment.ts";

test("A-8 the usual names pass, all else stays outside", () => {
  const usual = {
    PATH: "/bin",
    HOME: "/h",
    USER: "u",
    LANG: "C",
    LC_ALL: "C",
    LC_TIME: "C",
    TERM: "dumb",
    TZ: "UTC",
    TMPDIR: "/t",
  };
  const proxies = { http_proxy: "p", HTTPS_PROXY: "q", no_proxy: "r" };
  const others = { AWS_SECRET_ACCESS_KEY: "s", GITHUB_TOKEN: "t", SHELL: "/bin/sh", XLC_ALL: "x", TEMP: "x" };
  expect(agentEnvironment({ ...usual, ...proxies, ...others }, [], {})).toEqual({ ...usual, ...proxies });
});

test("A-8 the adapter's names and prefixes pass, and the loop's own values win", () => {
  const base = {
    ANTHROPIC_API_KEY: "k",
    AWS_REGION: "eu",
    AWS_PROFILE: "p",
    RALPH_ROLE: "outer",
    RALPH_OTHER: "x",
    EMPTY: undefined,
  };
  const env = agentEnvironment(base, ["ANTHROPIC_API_KEY", "AWS_*", "RALPH_ROLE", "EMPTY"], { RALPH_ROLE: "fixer" });
  expect(env).toEqual({ ANTHROPIC_API_KEY: "k", AWS_REGION: "eu", AWS_PROFILE: "p", RALPH_ROLE: "fixer" });
});

test("F136 what says that an agent runs inside another is never passed on, whoever asks", () => {
  expect(agentEnvironment({ CLAUDECODE: "1", CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_X: "y" }, ["CLAUDE*"], {})).toEqual({
    CLAUDE_X: "y",
  });
});
