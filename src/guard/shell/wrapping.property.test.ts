import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeShell } from "../judge-shell.ts";
import { allTables } from "./fixtures/all-tables.ts";
import { taskScene } from "./fixtures/command-table.ts";
import { cpuMsOf } from "../../testing/cpu-time.ts";

const refused = allTables.flatMap((table) => Object.values(table.refused).flat());
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Ways to have a shell run a whole line, wherever it stands. */
const around: readonly (readonly [string, (line: string) => string])[] = [
  ["after &&", (line) => `true && ${line}`],
  ["after ;", (line) => `ls; ${line}`],
  ["after ||", (line) => `false || ${line}`],
  ["after &", (line) => `sleep 1 & ${line}`],
  ["on a line of its own", (line) => `ls\n${line}`],
  ["subshell", (line) => `( ${line}\n)`],
  ["group", (line) => `{ ${line}\n}`],
  ["redirected group", (line) => `{ ${line}\n} > /dev/null 2>&1`],
  ["first of a pipe", (line) => `{ ${line}\n} | cat`],
  ["last of a pipe", (line) => `ls | { ${line}\n}`],
  ["not", (line) => `! { ${line}\n}`],
  ["substitution", (line) => `echo "$( ${line}\n)"`],
  ["assignment", (line) => `x=$( ${line}\n)`],
  ["arithmetic", (line) => `echo $(( $( ${line}\n) ))`],
  ["process substitution", (line) => `cat <( ${line}\n)`],
  ["here-string", (line) => `cat <<< "$( ${line}\n)"`],
  ["here-document", (line) => `cat <<HERE_IT_ENDS\n$( ${line}\n)\nHERE_IT_ENDS`],
  ["if", (line) => `if true; then ${line}\nfi`],
  ["condition", (line) => `if ${line}\nthen :; fi`],
  ["else", (line) => `if true; then :; else ${line}\nfi`],
  ["for", (line) => `for i in 1; do ${line}\ndone`],
  ["while", (line) => `while ${line}\ndo :; done`],
  ["case", (line) => `case a in a) ${line}\n;; esac`],
  ["function", (line) => `f() { ${line}\n}; f`],
  ["coproc", (line) => `coproc { ${line}\n}`],
  ["trap", (line) => `trap ${quoted(line)} EXIT`],
  ["bash -c", (line) => `bash -c ${quoted(line)}`],
  ["eval", (line) => `eval ${quoted(line)}`],
  ["watch", (line) => `watch ${quoted(line)}`],
  ["su -c", (line) => `su -c ${quoted(line)}`],
  ["script -c", (line) => `script -c ${quoted(line)} /dev/null`],
  ["flock -c", (line) => `flock /tmp/lock -c ${quoted(line)}`],
  ["ssh", (line) => `ssh host ${quoted(line)}`],
  ["npx -c", (line) => `npx -c ${quoted(line)}`],
  ["npm exec -c", (line) => `npm exec -c ${quoted(line)}`],
  ["concurrently", (line) => `concurrently ${quoted(line)}`],
  ["a script that is written and run", (line) => `cat > s.sh <<'HERE_IT_ENDS'\n${line}\nHERE_IT_ENDS\nbash s.sh`],
];

/** Programs that start another program, which is given by its words. */
const before: readonly string[] = [
  "env",
  "env A=b",
  "env -i",
  "sudo",
  "sudo -n -u root",
  "doas",
  "nice",
  "nice -n 5",
  "ionice -c 3",
  "timeout 5",
  "timeout -s KILL -k 5 10",
  "nohup",
  "setsid",
  "stdbuf -oL",
  "command",
  "exec",
  "exec -a name",
  "time",
  "/usr/bin/time -v",
  "xargs",
  "xargs -n 1 -P 2",
  "busybox",
  "uv run",
  "uv run --with x",
  "npx",
  "npx --yes",
  "npm exec --",
  "pnpm exec",
  "yarn exec",
  "poetry run",
  "bundle exec",
  "conda run -n base",
  "docker exec box",
  "docker run --rm image",
  "strace -f",
  "chroot /",
  "flock /tmp/lock",
  "find src -exec",
  "./wrap",
  "./wrap --flag value",
];

const plainWords = /^[a-z\d./_-]+(?: [^;&|<>()$`'"{}\\*!#\n\r]*)?$/;
const programs = refused.filter(
  (line) =>
    plainWords.test(line) &&
    /^(?:python3?|node|perl|ruby|php|bash|sh|rm|mv|cp|ln|tee|sed|git (?:push|reset|clean|commit|config|branch|stash|update-ref)|dd|truncate|chmod) /.test(
      line,
    ),
);

describe("G-20 what is refused stays refused", () => {
  // Each construct gets a share of the commands, and each command several constructs: all with all would take too long.
  const share = (lines: readonly string[], turn: number): readonly string[] =>
    lines.filter((_, index) => index % 5 === turn % 5);

  test.each(around.map(([name, wrap], turn) => [name, wrap, turn] as const))("%s", (_, wrap, turn) => {
    expect(share(refused, turn).filter((line) => judgeShell(wrap(line), taskScene).allowed)).toEqual([]);
  });

  test.each(before.map((wrapper, turn) => [wrapper, turn] as const))("behind %s", (wrapper, turn) => {
    expect(programs.length).toBeGreaterThan(150);
    const end = wrapper.startsWith("find") ? String.raw` \;` : "";
    expect(share(programs, turn).filter((line) => judgeShell(`${wrapper} ${line}${end}`, taskScene).allowed)).toEqual(
      [],
    );
  });

  test("behind any two of them, in any construct", () => {
    const wrapper = fc.constantFrom(...before.filter((one) => !/^(?:find|exec|time$|command)/.test(one)));
    fc.assert(
      fc.property(
        fc.constantFrom(...programs),
        wrapper,
        wrapper,
        fc.constantFrom(...around),
        (line, outer, inner, [, wrap]) => {
          expect(judgeShell(wrap(`${outer} ${inner} ${line}`), taskScene).allowed).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("G-4 any text is judged", () => {
  const pieces = fc.constantFrom(
    ..."rm;-rf;.ralph;git;push;origin;main;python3;-c;bash;<<EOF;EOF;<<<;$(;);`;\";';{;};(;|;&;&&;||;;;\n;$X;${X;${X};}; ;*;~;/;..;if;then;fi;for;in;do;done;case;esac;function;while;[[;]];((;));>;>>;<;!;#;\\;=;x=;\r;\0;é;\u200b;𝐫;find;-exec;+;xargs;env;-S;sed;s/a/b/e;awk;{print}".split(
      ";",
    ),
    ";",
  );
  test("without a fault", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(" ")),
      fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(typeof judgeShell(text, taskScene).allowed).toBe("boolean");
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["deep brackets", "(".repeat(5000) + ")".repeat(5000)],
    ["deep substitutions", `${"echo $(".repeat(300)}ls${")".repeat(300)}`],
    ["deep loops that change folders", `${"while cd x; do ".repeat(40)}:${"; done".repeat(40)}`],
    ["wide braces", "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"],
    ["many values", `for a in ${"x ".repeat(200)}; do for b in ${"y ".repeat(200)}; do rm $a$b; done; done`],
    ["long words", `echo ${"a".repeat(500_000)}`],
    ["many commands", "ls; ".repeat(5000)],
    ["variables in a ring", "a=$b; b=$a; rm $a"],
    ["a script that runs itself", "echo 'sh s.sh' > s.sh; sh s.sh"],
  ])("and quickly: %s", async (_, text) => {
    expect(await cpuMsOf(() => judgeShell(text, taskScene))).toBeLessThan(10_000);
  });
});
