import { describe, expect, test } from "vitest";
import { deniedSubject, deniedText, isKeptByProgram } from "./denied-call.ts";

const shell = (command: string, reason: string) => ({ tool: "Bash", input: JSON.stringify({ command }), reason });

describe("F122 what was refused is told with its command and with what would allow it", () => {
  test("a rule of ours that can be lifted: the line for .ralphrc", () => {
    expect(deniedText(shell("git push origin x", "Refused (git-push): by force."))).toBe(
      'Bash git push origin x was refused (Refused (git-push): by force.). If it is right here, allow it in .ralphrc: RALPH_GUARD_LIFT="git-push".',
    );
  });

  test("one that holds everywhere names no setting", () => {
    const text = deniedText(shell("rm .ralphrc", "Refused (control-surface): no."));
    expect(text).not.toContain("RALPH_GUARD_LIFT");
    expect(text).toContain("by hand");
  });

  test("a refusal of the agent program's own, with a reason and without", () => {
    expect(deniedText(shell("npm install", ""))).toBe(
      "Bash npm install was refused. If it is right here, allow it in the agent program's own settings, or do it by hand.",
    );
    expect(deniedText(shell("npm install", "not granted"))).toContain("npm install was refused (not granted)");
  });

  test.each([
    ["a file", '{"file_path":"a/b.ts","content":"x"}', "a/b.ts"],
    ["argv", '{"command":["npm","i"]}', "npm i"],
    ["several lines", '{"command":"npm\\n  i"}', "npm i"],
    ["no JSON", "npm i", "npm i"],
    ["JSON that is no object", "[1]", "[1]"],
    ["nothing that is known", '{"q":1}', '{"q":1}'],
    ["an empty command", '{"command":"","path":"p"}', "p"],
  ])("the subject of a call by %s", (_, input, subject) => expect(deniedSubject({ input })).toBe(subject));
});

test("F124 a file that the agent program itself keeps is for a person, whatever the settings", () => {
  const reason = "Claude requested permissions to edit .claude/skills/x.md which is a sensitive file.";
  const denial = { tool: "Edit", input: '{"file_path":".claude/skills/x.md"}', reason };
  expect(isKeptByProgram(denial)).toBe(true);
  expect(deniedText(denial)).toContain("make the change by hand");
  expect(deniedText(denial)).not.toContain("settings");
  expect(isKeptByProgram({ reason: "you haven't granted it yet" })).toBe(false);
});
