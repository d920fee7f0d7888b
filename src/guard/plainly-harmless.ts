import type { Scene } from "./judgement.ts";

// Most calls of a shell are of a few kinds: look at files, ask git, run the tests. For these no parser has to be loaded.
// Whatever is not plainly one of them is left to the whole judgement, which comes to the same (a test holds them together).

/** Programs that only read, whatever they are given. */
const readers =
  "cat cd cut date df diff dirname basename du echo egrep fgrep file grep head jq ls nl pwd readlink realpath sleep stat tail tr tree true uname wc which";
/** Programs that are fine with certain first words. */
const runners: Readonly<Record<string, string>> = {
  npm: "test t ci run run-script ls outdated audit start",
  pnpm: "test",
  yarn: "test",
  npx: "vitest jest tsc eslint prettier mocha playwright oxlint oxfmt biome",
  cargo: "test build check clippy fmt nextest",
  go: "test vet",
  git: "status diff log show rev-parse ls-files blame shortlog describe add",
  pytest: "",
  vitest: "",
  jest: "",
  tsc: "",
  eslint: "",
  prettier: "",
  ruff: "check format",
  mypy: "",
};

const fine: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ...readers.split(" ").map((name) => [name, null] as const),
  ...Object.entries(runners).map(([name, words]) => [name, words === "" ? null : new Set(words.split(" "))] as const),
]);

/** One word: bare letters, or a quoted text in which nothing is expanded. */
const word = String.raw`(?:[\w./:@%+,=^-]+|'[ -&(-~]*'|"[ !#%-[\]^_a-~]*")`;
const command = String.raw`\w[\w-]*(?: +${word})*(?: +(?:2>&1|[12]?>/dev/null))*`;
const line = new RegExp(String.raw`^ *${command}(?: *(?:&&|\|\||;|\|) *${command})* *$`);
const boundary = /&&|\|\||[;|]/;
const quotedText = /'[^']*'|"[^"]*"/g;
/** Options that write or run something, and places where secrets lie. */
const risky = /(?:^|\s)['"]?(?:-[oO]|--o|--ext|scripts\.)|\/proc\b|environ/;

/** True for a command of which the whole judgement would find nothing to say. Never true for anything else. */
export function isPlainlyHarmless(source: string, scene: Scene): boolean {
  if (source.length > 1000 || (scene.denied ?? []).length > 0 || scene.cwd.startsWith("/proc")) return false;
  if (!line.test(source) || risky.test(source)) return false;
  return source
    .replaceAll(quotedText, "'")
    .split(boundary)
    .every((part) => {
      const [program = "", first = ""] = part.trim().split(/ +/);
      const words = fine.get(program);
      return words === null || words?.has(first) === true;
    });
}
