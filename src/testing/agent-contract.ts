import { describe, expect, test } from "vitest";
import { callOutcomes, roles } from "../core/outcome.ts";
import type { AgentDialect, AgentRequest, ProcessEnd } from "../ports/agent.ts";

/** What a dialect's own tests add to the suite: lines as its program prints them. */
export interface AgentSamples {
  /** A whole call that succeeded, line by line. */
  readonly success: readonly string[];
  /** The answer in it. */
  readonly answer: string;
  /** True where any line is part of the answer, as for plain text: there are then no unknown lines. */
  readonly plainText?: boolean;
}

const clean: ProcessEnd = { exitCode: 0, signal: null, stderr: "", endedByUs: null };
const now = Date.parse("2026-11-30T12:00:00Z");

const request: AgentRequest = {
  role: "implementer",
  prompt: "Do the task; $(touch /tmp/never) `id` \"quoted\" 'quoted' \n second line",
  model: "a-model",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/with space/node", "/opt/it's/ralph.js", "hook"],
  schema: null,
  maxCostUsd: 2,
};

const shells = /(?:^|[\\/])(?:sh|bash|dash|zsh|ksh|fish|cmd|cmd\.exe|pwsh|powershell)(?:\.exe)?$/i;

/** The promises that every agent dialect keeps, whatever its program. Call it from the dialect's test file. */
export function agentContract(name: string, make: () => AgentDialect, samples: AgentSamples): void {
  const read = (lines: readonly string[], end: Partial<ProcessEnd> = {}) => {
    const reader = make().read();
    for (const line of lines) reader.line(line);
    return reader.end({ ...clean, ...end }, now);
  };

  describe(`agent contract: ${name}`, () => {
    test("a name and a family that can be written in a configuration", () => {
      expect(make().name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(make().family).not.toBe("");
    });

    test.each(roles)("the prompt goes by stdin, never by argv, and no shell is between: %s", (role) => {
      const command = make().command({ ...request, role });
      expect(command.stdin).toContain(request.prompt);
      expect(command.args.join("\0")).not.toContain("second line");
      expect(command.file).not.toMatch(shells);
      expect(Object.values(command.env).join("\0")).not.toContain("second line");
    });

    test.each([40_000, 2_000_000])(
      "F112 a prompt of %i characters arrives whole, and the command line is as long as for a short one",
      (size) => {
        const prompt = "é\n".repeat(size / 2);
        const [short, long] = [make().command(request), make().command({ ...request, prompt })];
        expect(long.stdin).toContain(prompt);
        expect(long.args).toEqual(short.args);
        expect(long.env).toEqual(short.env);
        // What the system with the narrowest command line takes, all of it together.
        expect([long.file, ...long.args].join(" ").length).toBeLessThan(32_767);
      },
    );

    test.each(roles)("F133 F134 a resumed call carries every flag of a fresh one, its mode among them: %s", (role) => {
      const fresh = make().command({ ...request, role }).args;
      const resumed = make().command({ ...request, role, resume: "01234567-89ab-4cde-8f01-23456789abcd" }).args;
      for (const word of fresh) expect(resumed).toContain(word);
    });

    test("F136 nothing marks the call as a session inside another one", () => {
      expect(Object.keys(make().command(request).env)).not.toContain("CLAUDECODE");
      expect(make().env).not.toContain("CLAUDECODE");
    });

    test("a whole call reads as ok, with its answer", () => {
      const reading = read(samples.success);
      expect(reading).toMatchObject({ outcome: "ok", message: null, finalText: samples.answer });
    });

    test.each([
      ["a non-zero exit code", { exitCode: 1 }],
      ["a signal", { exitCode: null, signal: "SIGTERM" }],
      ["our time limit", { endedByUs: "timed_out" }],
      ["our idle limit", { endedByUs: "idle" }],
      ["our stop", { endedByUs: "killed" }],
      ["our bound on output", { endedByUs: "output_flood" }],
    ] as const)("A-3 the same call is not ok when it ended by %s", (_, end) => {
      const reading = read(samples.success, end);
      expect(reading.outcome).not.toBe("ok");
      expect(reading.message).not.toBe("");
    });

    test("F010 F127 exit code 0 without a line is empty, never ok", () => {
      expect(read([]).outcome).toBe("empty");
      expect(read(["", "  ", "\r"]).outcome).toBe("empty");
    });

    test("unknown lines give nothing, are counted, and throw nothing", () => {
      const unknown = [
        "plain words",
        "{",
        "[1,2]",
        "null",
        '"text"',
        "{}",
        '{"type":null}',
        '{"type":"constructor"}',
        '{"type":"__proto__"}',
        '{"type":"not-yet-invented","message":{"content":"x"}}',
        '{"type":"result"',
        "\0\0\0",
        "\u{FFFD}\u{FFFD}",
      ];
      if (samples.plainText === true) return;
      const reader = make().read();
      for (const line of unknown) expect(reader.line(line)).toEqual([]);
      expect(reader.end(clean, now).outcome).not.toBe("ok");
    });

    test("a call whose last line was cut is read up to it", () => {
      const cut = samples.success.map((line, index, all) =>
        index === all.length - 1 ? line.slice(0, Math.floor(line.length / 2)) : line,
      );
      expect(callOutcomes).toContain(read(cut, { exitCode: null, signal: "SIGKILL" }).outcome);
    });

    test("two calls read at once do not mix", () => {
      const dialect = make();
      const [left, right] = [dialect.read(), dialect.read()];
      for (const line of samples.success) left.line(line);
      expect(right.end(clean, now).outcome).toBe("empty");
      expect(left.end(clean, now).finalText).toBe(samples.answer);
    });
  });
}
