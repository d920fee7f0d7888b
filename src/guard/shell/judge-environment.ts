import { finding, type Findings, type Judging, shown, shownWord } from "./finding.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import { programName, type ShellWord } from "./reading/shell-word.ts";

/** Where a system keeps what processes were started with. A process may be any name, also one that is worked out later. */
const environFile = /\/proc\/[^/]+(?:\/task\/[^/]+)?\/(?:environ|e[^/]*[*?[][^/]*|[*?[][^/]*)$/;

const normal = (path: string): string => {
  let text = path.replaceAll(/\/+(?:\.\/+)*/g, "/");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\/(?!\.\.\/)[^/]+\/\.\.(?=\/|$)/, "");
  }
  return text;
};

const readsEnviron = ({ value }: ShellWord, folder: string | null): boolean => {
  const path = value.replace(/^[^/]*=(?=\/)/, "").replace(/^[@<]/, "");
  const whole = path.startsWith("/") || folder === null ? path : `${folder}/${path}`;
  return environFile.test(normal(whole)) || /\/proc\/.*\/environ\b/.test(normal(value));
};

/** Programs that print every variable where they are given nothing else to do, with the words under which they still do. */
const printers: Readonly<Record<string, RegExp>> = {
  env: /^(?:-0|--null|-u|--unset.*|-v|--debug)$/,
  printenv: /^(?:-0|--null)$/,
  set: /^$/,
  export: /^-p$/,
  declare: /^-[px]+$/,
  typeset: /^-[px]+$/,
  compgen: /^-[ve]$/,
};

const printsAll = ({ words: [program, ...args] }: ShellCommand): boolean => {
  const name = programName(program?.value ?? "");
  const harmless = Object.hasOwn(printers, name) ? printers[name] : undefined;
  if (harmless !== undefined) return args.every(({ value }) => harmless.test(value));
  return name === "ps" && /^[axwufhjlsvrnT]*e[axwuefhjlsvrnT]*$/.test(args[0]?.value ?? "");
};

/** What speaks against a command that shows the environment, where that holds secrets. */
export function* judgeEnvironment(command: ShellCommand, judging: Judging): Findings {
  const { words, reads, place } = command;
  const all = [...words, ...reads];
  const isInProc = all.some(({ value }) => value.startsWith("/proc"));
  const file = all.find(
    (word) => readsEnviron(word, place.folder) || (isInProc && /(?:^|\/)environ$/.test(word.value)),
  );
  if (file !== undefined)
    yield finding("environment", `${shownWord(file)} holds what a process was started with, secrets included.`);
  if (judging.scene.hasSecrets === true && words.length > 0 && printsAll(command))
    yield finding(
      "environment",
      `${shown(words.map(({ text }) => text).join(" "))} shows every variable, secrets included.`,
    );
}
