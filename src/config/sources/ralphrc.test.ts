import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readShell } from "./ralphrc-shell.ts";
import { readPlain, readRalphrc } from "./ralphrc.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

const read = async (text: string) => (await readRalphrc(text, ".ralphrc")).entries;

describe("U-3 .ralphrc is read as a shell would read it", () => {
  const cases: readonly [string, string, string][] = [
    ["bare", "K=plain", "plain"],
    ["empty", "K=", ""],
    ["empty quotes", 'K=""', ""],
    ["single quotes keep everything", String.raw`K='a "b" \n $HOME'`, String.raw`a "b" \n $HOME`],
    ["double quotes", 'K="a b"', "a b"],
    ["escapes inside double quotes", String.raw`K="a \"b\" \$c \\ \d"`, String.raw`a "b" $c \ \d`],
    ["a quoted home is none", "K=':~'", ":~"],
    ["nor one behind a quoted colon", "K=a':'~/x", "a:~/x"],
    ["nor one behind an escaped colon", String.raw`K=a\:~`, "a:~"],
    ["nor an escaped one", String.raw`K=a:\~`, "a:~"],
    ["nor one in double quotes", 'K="a:~" J={a}', "a:~"],
    ["escaped blank", String.raw`K=a\ b`, "a b"],
    ["pieces side by side", `K=a'b c'"d e"f`, "ab cd ef"],
    ["several lines", 'K="one\ntwo"', "one\ntwo"],
    ["a line that goes on", 'K="one\\\ntwo"', "onetwo"],
    ["a comment behind", "K=a # no", "a"],
    ["a hash inside", "K=a#b", "a#b"],
    ["export", "export K=a", "a"],
    ["indented", "  K=a", "a"],
    ["no last line break", "# first\nK=a", "a"],
    ["windows line ends", 'K="a b"\r\n', "a b"],
    ["byte order mark", "\uFEFFK=a", "a"],
    ["equals signs in the value", "K=a=b=c", "a=b=c"],
    ["globs and braces stay", "K={a,b}*.ts", "{a,b}*.ts"],
    ["readonly", "readonly K=a", "a"],
    ["escapes of $'…'", String.raw`K=$'a\tb'`, "a\tb"],
    ["two on a line", "J=1 K=2", "2"],
    ["a semicolon between", "J=1; K=2", "2"],
    ["its own default", 'K="${K:-15}"', "15"],
    ["its own default, bare", "K=${K-15}", "15"],
  ];
  test.each(cases)("%s", async (_, text, value) => {
    expect((await read(text)).find(({ key }) => key === "K")).toMatchObject({ value });
  });

  test("each value knows its line, after values of several lines as well", async () => {
    const text = '# c\r\nA=1\r\n\r\nB="x\r\ny"\r\nC=3';
    expect((await read(text)).map(({ key, line }) => `${key}:${line}`)).toEqual(["A:2", "B:4", "C:6"]);
    expect((await read(`${text}\ntouch x\nD=4\n`)).map(({ key, line }) => `${key}:${line}`)).toEqual([
      "A:2",
      "B:4",
      "C:6",
      "D:8",
    ]);
  });

  const quoted = fc.oneof(
    fc.stringMatching(/^[ -&(-~]{0,8}$/).map((text) => `'${text}'`),
    fc.stringMatching(/^[ !#%&(-~]{0,8}$/).map((text) => `"${text.replaceAll(/[\\"`$]/g, String.raw`\$&`)}"`),
    fc.stringMatching(/^[\w.,:/@%+{}=^-]{1,6}$/),
    fc.constantFrom(String.raw`\ `, String.raw`\"`, String.raw`\'`, String.raw`\$`, String.raw`\\`, '"\\a"', "'\n'"),
  );
  const values = fc.array(
    fc.array(quoted, { maxLength: 4 }).map((pieces) => pieces.join("")),
    { minLength: 40, maxLength: 40 },
  );

  test("a real shell reads the same values", () => {
    const folder = tempFolder("ralphrc");
    fc.assert(
      fc.property(values, (raw) => {
        const text = raw.map((value, i) => `K${i}=${value}\n`).join("");
        writeFileSync(join(folder, "rc"), text);
        const print = raw.map((_, i) => `printf '%s\\0' "$K${i}"`).join("\n");
        const shell = spawnSync("sh", ["-c", `. ./rc\n${print}`], { cwd: folder, env: {}, encoding: "utf8" });
        const own = (readPlain(text) ?? readShell(text, "rc").entries).map((entry) =>
          "value" in entry ? entry.value : null,
        );
        expect(own).toEqual(shell.stdout.split("\0").slice(0, -1));
      }),
      { numRuns: 15 },
    );
  });

  test("the quick reader and the shell parser agree on every plain file", () => {
    fc.assert(
      fc.property(values, (raw) => {
        const text = raw.map((value, i) => `${i % 3 === 0 ? "export " : ""}K${i}=${value} # c\n`).join("\n");
        const plain = readPlain(text);
        if (plain !== null) expect(readShell(text, "rc")).toEqual({ entries: plain, problems: [] });
      }),
    );
  });
});

describe("U-3 .ralphrc is never run", () => {
  test.each([
    ["K=$HOME", "variable"],
    ['K="${HOME}/x"', "variable"],
    ['K="$(touch ran)"', "command"],
    ["K=`touch ran`", "command"],
    ["K=$((1 + 1))", "compute"],
    ["K=~/agent", "home"],
    ["K='a':~/b", "home"],
    ["K=a:~", "home"],
    ["K=(a b)", "array"],
    ["K+=a", "adds"],
    ["export K={a,b}", "braces"],
    ['K="${K:-$(touch ran)}"', "variable"],
    ['K="${K:=$(touch ran)}"', "variable"],
    ['K="${J:-a}"', "variable"],
  ])("%s is refused by name", async (text, why) => {
    const [entry] = await read(`A=1\n${text}\n`).then((entries) => entries.slice(1));
    expect(entry).toMatchObject({ key: "K", line: 2, refused: expect.stringContaining(why) });
  });

  test.each([
    "touch ran",
    "K=<(touch ran)",
    "A=1 touch ran",
    "source other.sh",
    "if true; then\nK=1\nfi",
    "f() {\nK=1\n}",
    "true && K=1",
    "cat <<EOF\nK=1\nEOF",
    "K=1 > ran",
    "for x in a; do K=1; done",
    "(K=1)",
  ])("%j is passed over with its line, and the next key is read", async (text) => {
    const { entries, problems } = await readRalphrc(`\n${text}\nNEXT=1\n`, ".ralphrc");
    expect(entries).toEqual([{ key: "NEXT", line: 2 + text.split("\n").length, value: "1" }]);
    expect(problems).toMatchObject([{ severity: "warning", code: "not-run", file: ".ralphrc", line: 2 }]);
  });

  test("an open quote is an error with its line", async () => {
    const { problems } = await readRalphrc('A=1\nB="open\nC=3\n', ".ralphrc");
    expect(problems).toMatchObject([{ severity: "error", code: "unreadable", file: ".ralphrc" }]);
    expect(problems[0]?.line).toBeGreaterThanOrEqual(2);
  });

  test("a file too large is refused, not read", async () => {
    const { entries, problems } = await readRalphrc(`A=${"x".repeat(1_100_000)}\n`, ".ralphrc");
    expect(entries).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", code: "unreadable" }]);
  });

  test("reading never throws and never starts anything, whatever the text", async () => {
    const mark = join(tempFolder("ralphrc"), "ran");
    const token = fc.constantFrom(
      "K=",
      "'",
      '"',
      "`",
      "$(",
      ")",
      "${",
      "}",
      "\\",
      "\n",
      " ",
      ";",
      "&&",
      "<<E",
      "(",
      "~",
      `touch ${mark}`,
      "a",
      "#",
      "\0",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(token, { maxLength: 30 }).map((all) => all.join("")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const { entries } = await readRalphrc(source, ".ralphrc");
        for (const { line } of entries) expect(line).toBeLessThanOrEqual(source.split("\n").length);
      }),
      { numRuns: 1000 },
    );
    expect(existsSync(mark)).toBe(false);
  });

  test("a long file of plain lines is read in linear time", () => {
    const text = `K='${"x".repeat(50)}' # c\n`.repeat(15_000);
    expect(readPlain(text)).toHaveLength(15_000);
  });
});
