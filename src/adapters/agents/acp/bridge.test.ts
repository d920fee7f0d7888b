import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CallReading } from "../../../ports/agent.ts";
import { acp } from "./acp.ts";
import { bridge, type BridgeOrder } from "./bridge.ts";
import type { AskedCall } from "./permission.ts";

const fake = fileURLToPath(new URL("fixtures/server.mjs", import.meta.url));
const now = Date.parse("2026-11-30T12:00:00Z");

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "acp-bridge-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Talk {
  readonly code: number;
  readonly lines: readonly string[];
  readonly complaints: string;
  readonly reading: CallReading;
  /** What the server heard: methods of requests, and answers as they are. */
  readonly heard: readonly { readonly method?: string; readonly params?: unknown; readonly result?: unknown }[];
}

interface Setting {
  readonly order?: Partial<BridgeOrder>;
  readonly judge?: (calls: readonly AskedCall[]) => string | null;
  readonly stopAt?: string;
}

async function talk(play: object, { order = {}, judge = () => null, stopAt }: Setting = {}): Promise<Talk> {
  const record = join(folder, "heard.json");
  const lines: string[] = [];
  let complaints = "";
  const stop = new AbortController();
  const code = await bridge(
    {
      server: [process.execPath, fake, JSON.stringify({ record, ...play })],
      cwd: folder,
      prompt: "the prompt",
      model: null,
      resume: null,
      readsOnly: false,
      env: { PATH: process.env["PATH"] },
      ...order,
    },
    {
      write: async (line) => {
        lines.push(line);
        if (stopAt !== undefined && line.includes(stopAt)) stop.abort();
      },
      complain: (text) => (complaints += text),
      judge: async (calls) => judge(calls),
      stop: stop.signal,
    },
  );
  const reader = acp(["node"], ["fake"]).read();
  for (const line of lines) reader.line(line);
  const reading = reader.end({ exitCode: code, signal: null, stderr: complaints, endedByUs: null }, now);
  return { code, lines, complaints, reading, heard: JSON.parse(readFileSync(record, "utf8")) };
}

const methods = ({ heard }: Talk) => heard.flatMap(({ method }) => method ?? []);
const permission = ({ heard }: Talk) => heard.find(({ result }) => result !== undefined)?.result;

describe("A-2 one prompt to an ACP server", () => {
  test("from the first word to the end of the turn; the server offers nothing of ours to itself", async () => {
    const done = await talk({});
    expect(done).toMatchObject({ code: 0, complaints: "" });
    expect(done.reading).toMatchObject({
      outcome: "ok",
      finalText: "All done.",
      sessionId: "s-1",
      version: "fake 1.2.3",
    });
    expect(methods(done)).toEqual(["initialize", "session/new", "session/prompt"]);
    expect(done.heard[0]?.params).toMatchObject({
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false } },
    });
    expect(done.heard[2]?.params).toEqual({ sessionId: "s-1", prompt: [{ type: "text", text: "the prompt" }] });
  });

  test("a session is gone on with; what a server tells of it once more is not of this call", async () => {
    const loaded = await talk({ loads: true }, { order: { resume: "s-0" } });
    expect(methods(loaded)).toEqual(["initialize", "session/load", "session/prompt"]);
    expect(loaded.reading).toMatchObject({ outcome: "ok", finalText: "All done.", sessionId: "s-0" });
    expect(loaded.lines.join("\n")).not.toContain("what was said before");
    const resumed = await talk({ loads: true, resumes: true }, { order: { resume: "s-0" } });
    expect(methods(resumed)).toEqual(["initialize", "session/resume", "session/prompt"]);
    const unable = await talk({}, { order: { resume: "s-0" } });
    expect(unable.reading).toMatchObject({ outcome: "bad_request", message: expect.stringContaining("RALPH_SESSION") });
  });

  test("a model is chosen in the way that the server offers; one that it has not is refused with what it has", async () => {
    const option = { id: "model", category: "model", currentValue: "a", options: [{ value: "a" }, { value: "b" }] };
    const byOption = await talk({ session: { configOptions: [option] } }, { order: { model: "b" } });
    expect(byOption.heard[2]).toMatchObject({
      method: "session/set_config_option",
      params: { sessionId: "s-1", configId: "model", value: "b" },
    });
    const models = { currentModelId: "a", availableModels: [{ modelId: "a" }, { modelId: "b" }] };
    const byList = await talk({ session: { models } }, { order: { model: "b" } });
    expect(byList.heard[2]).toMatchObject({ method: "session/set_model", params: { sessionId: "s-1", modelId: "b" } });
    const wrong = await talk({ session: { models } }, { order: { model: "c" } });
    expect(wrong.reading).toMatchObject({ outcome: "bad_model", message: expect.stringContaining("has a, b") });
    expect(methods(wrong)).not.toContain("session/prompt");
  });

  test("a log-in that needs nobody is made when one is asked for; without one the call ends as auth", async () => {
    const login = [
      { id: "in-the-browser", name: "Browser" },
      { id: "by-variable", vars: [{ name: "FAKE_KEY" }] },
    ];
    const silent = await talk({ login }, { order: { env: { PATH: process.env["PATH"], FAKE_KEY: "k" } } });
    expect(silent.heard[2]).toMatchObject({ method: "authenticate", params: { methodId: "by-variable" } });
    expect(silent.reading.outcome).toBe("ok");
    const byKey = await talk(
      { login: [{ id: "gemini-api-key" }] },
      { order: { env: { PATH: process.env["PATH"], GEMINI_API_KEY: "k" } } },
    );
    expect(byKey.heard[2]).toMatchObject({ params: { methodId: "gemini-api-key" } });
    const nobody = await talk({ login });
    expect(nobody.reading).toMatchObject({ outcome: "auth", message: "Authentication required" });
    expect(methods(nobody)).not.toContain("authenticate");
  });
});

describe("G-5 what a server asks for", () => {
  const remove = { toolCallId: "t-1", kind: "execute", title: "rm -rf .ralph", rawInput: { command: "rm -rf .ralph" } };

  test("is judged; what may run is allowed once, so that the next call is asked about too", async () => {
    const judged: (readonly AskedCall[])[] = [];
    const asked = await talk({ ask: remove }, { judge: (calls) => (judged.push(calls), null) });
    expect(judged).toEqual([[{ tool: "Bash", input: { command: "rm -rf .ralph" } }]]);
    expect(permission(asked)).toEqual({ outcome: { outcome: "selected", optionId: "the-allow_once" } });
    expect(asked.reading).toMatchObject({ outcome: "ok", toolCalls: 1, denials: [] });
  });

  test("and what may not is refused, the reason on record", async () => {
    const asked = await talk({ ask: remove }, { judge: () => "Refused (control-surface): the harness's own." });
    expect(permission(asked)).toEqual({ outcome: { outcome: "selected", optionId: "the-reject_once" } });
    expect(asked.reading).toMatchObject({
      outcome: "ok",
      denials: [
        {
          tool: "execute",
          input: '{"command":"rm -rf .ralph"}',
          reason: "Refused (control-surface): the harness's own.",
        },
      ],
    });
  });

  test("a guard that fails lets nothing run", async () => {
    const broken = (): null => {
      throw new Error("no such folder");
    };
    const asked = await talk({ ask: remove }, { judge: broken });
    expect(permission(asked)).toMatchObject({ outcome: { optionId: "the-reject_once" } });
    expect(asked.reading.denials[0]?.reason).toBe("The call could not be judged: no such folder");
  });

  test("a role that judges changes no file", async () => {
    const edit = { toolCallId: "t-1", kind: "edit", content: [{ type: "diff", path: "/w/src/a.ts" }] };
    const asked = await talk({ ask: edit }, { order: { readsOnly: true } });
    expect(permission(asked)).toMatchObject({ outcome: { optionId: "the-reject_once" } });
    expect(asked.reading.denials).toHaveLength(1);
  });

  test.each(["fs/write_text_file", "fs/read_text_file", "terminal/create", "elicitation/create"])(
    "%s is not offered",
    async (method) => {
      const { heard, reading } = await talk({ ask: {}, method });
      expect(heard.at(-1)).toMatchObject({ id: 77, error: { code: -32_601 } });
      expect(reading.outcome).toBe("ok");
    },
  );
});

describe("servers that go wrong", () => {
  test("one that can't be started is told by its name", async () => {
    const server = [join(folder, "nowhere")];
    const lines: string[] = [];
    const host = { complain: () => {}, judge: async () => null, stop: new AbortController().signal };
    const order = { server, cwd: folder, prompt: "", model: null, resume: null, readsOnly: false, env: {} };
    expect(await bridge(order, { ...host, write: async (line) => void lines.push(line) })).toBe(1);
    expect(lines.join()).toContain(`The ACP server ${server.join()} can't be started`);
  });

  test("one that dies in mid-turn ends the call as crashed, with its exit code", async () => {
    const died = await talk({ dies: 7 });
    expect(died).toMatchObject({ code: 7, complaints: expect.stringContaining("ended with exit code 7") });
    expect(died.reading.outcome).toBe("crashed");
  });

  test.each(["initialize", "session/new"])(
    "F227 one that refuses at %s and stays is ended with the call, which is told as failed",
    async (refuses) => {
      const pid = join(folder, "pid");
      const refused = await talk({ refuses, pid, stays: true });
      expect(refused.code).not.toBe(0);
      expect(refused.reading.outcome).not.toBe("ok");
      expect(refused.reading.message).toContain("no handshake");
      expect(methods(refused)).not.toContain("session/prompt");
      const server = Number(readFileSync(pid, "utf8"));
      expect(() => process.kill(server, 0)).toThrow(/ESRCH/);
    },
  );

  test("a line that is no message, or longer than any, is passed over", async () => {
    const noisy = await talk({ noise: "Loading plugins {", long: true });
    expect(noisy.reading).toMatchObject({ outcome: "ok", finalText: "All done.", unreadableLines: 1 });
    expect(Math.max(...noisy.lines.map((line) => line.length))).toBeLessThan(100_000);
  });

  test("told to stop, the bridge has the turn cancelled and leaves", async () => {
    const stopped = await talk({ hangs: true }, { stopAt: "working" });
    expect(stopped.code).toBe(130);
    expect(stopped.reading).toMatchObject({ outcome: "killed", finalText: "working" });
    expect(methods(stopped).at(-1)).toBe("session/cancel");
    const early = await talk({ hangs: true }, { stopAt: "agentInfo" });
    expect(early).toMatchObject({ code: 130, reading: { outcome: "killed" } });
  });

  test.each([
    ["max_tokens", "context_full"],
    ["max_turn_requests", "max_turns"],
    ["refusal", "refused"],
    ["cancelled", "killed"],
  ])("a turn that ended by %s is %s", async (stopReason, outcome) => {
    expect((await talk({ stopReason })).reading.outcome).toBe(outcome);
  });
});
