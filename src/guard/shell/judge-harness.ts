import { finding, type Findings, type Judging, none, shown } from "./finding.ts";
import { readOptions } from "./options.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import { isTold, type ShellWord } from "./reading/shell-word.ts";

/** Commands of the harness that an agent may call, and of those with words of their own the harmless words. */
const reading: Readonly<Record<string, "all" | readonly string[]>> = {
  status: "all",
  next: "all",
  show: "all",
  report: "all",
  logs: "all",
  config: ["", "show", "explain", "list", "schema", "get"],
  agents: ["", "list", "parse"],
  guard: ["check"],
  block: ["parse", "validate", "render"],
  ledger: ["query", "export"],
  plan: ["", "list", "show", "next", "check", "export"],
  doctor: "all",
  breaker: ["", "status"],
  wip: ["", "list", "show"],
  merges: ["", "list"],
  inbox: ["", "list"],
  completion: "all",
  help: "all",
  version: "all",
};

/** Judges a call of the harness itself: it may be asked, and not be told. */
export function judgeRalph({ words: [, ...args] }: ShellCommand): Findings {
  const { operands, options } = readOptions(args, { anywhere: true });
  const [name, sub] = operands;
  if (name === undefined || options.some(({ name: option }) => option === "--help" || option === "-h")) return none;
  const allowed = Object.hasOwn(reading, name.value) ? reading[name.value] : undefined;
  const isReading = isTold(name) && (allowed === "all" || allowed?.includes(sub?.value ?? "") === true);
  return isReading
    ? none
    : [
        finding(
          "harness-command",
          `${shown(`ralph ${operands.map(({ value }) => value).join(" ")}`)} changes what the loop does.`,
        ),
      ];
}

const signalOptions = {
  anywhere: true,
  values: "snqpLPtuUgG",
  longValues: ["--signal", "--queue", "--pidfile", "--user", "--parent", "--session"],
} as const;
/** Command lines as the processes of the loop have them. */
const lines = [
  "ralph",
  "node",
  "node /usr/lib/node_modules/ralph/bin/ralph.js run",
  "/usr/bin/node /usr/lib/node_modules/ralph/bin/ralph.js run",
  "claude",
  "codex",
  "gemini",
];

const reaches = (pattern: string, whole: boolean): boolean => {
  try {
    const expression = new RegExp(whole ? `^(?:${pattern})$` : pattern, "i");
    return lines.some((line) => expression.test(line));
  } catch {
    return true;
  }
};

const harm = (text: string): Findings => [
  finding("harness-signal", `${shown(text)} can end the harness or the agent.`),
];

const isOurs = (word: ShellWord, { scene }: Judging): boolean => {
  const { value, text } = word;
  if (/^-?[01]$/.test(value) && !/[$]/.test(text)) return true;
  if (/PPID/.test(text)) return true;
  if (/ralph|\.lock\b|\b(?:pgrep|pidof|grep)\b[^)|]*\b(?:node|claude|codex|gemini)\b/i.test(text)) return true;
  return /^-?\d+$/.test(value) && !text.includes("$") && scene.harness?.().includes(Math.abs(Number(value))) === true;
};

/** `kill -9 PID` has its signal as an option; what is left are processes. */
const processes = (args: readonly ShellWord[]): readonly ShellWord[] => {
  const dashes = args.findIndex(({ value }) => value === "--");
  if (dashes >= 0) return args.slice(dashes + 1);
  const [first, second, ...rest] = args;
  if (first === undefined) return [];
  if (/^-(?:s|n|-signal)$/.test(first.value)) return rest;
  return first.value.startsWith("-") ? [...(second === undefined ? [] : [second]), ...rest] : args;
};

/** Judges `kill` and its like: the harness and the agent are to stay. */
export function* judgeSignal(command: ShellCommand, judging: Judging): Findings {
  const [program, ...args] = command.words;
  switch (program?.value.replace(/^.*\//, "")) {
    case "kill": {
      if (/^-(?:l|L|0|-list|-table)$/.test(args[0]?.value ?? "")) return;
      for (const word of processes(args)) if (isOurs(word, judging)) yield* harm(`kill ${word.text}`);
      return;
    }
    case "pkill":
    case "skill": {
      const { operands, options } = readOptions(
        args.filter(({ value }) => !/^-(?:\d+|[A-Z]{3,})$/.test(value)),
        signalOptions,
      );
      const isWhole = options.some(({ name }) => name === "-x" || name === "--exact");
      if (operands.length === 0) yield* harm(args.map(({ text }) => text).join(" "));
      for (const { value, text } of operands)
        if (reaches(value, isWhole) || value.includes("$")) yield* harm(`pkill ${text}`);
      return;
    }
    case "killall": {
      const { operands } = readOptions(
        args.filter(({ value }) => !/^-(?:\d+|[A-Z]{3,})$/.test(value)),
        signalOptions,
      );
      for (const { value, text } of operands)
        if (reaches(value, true) || value.includes("$")) yield* harm(`killall ${text}`);
      return;
    }
    case undefined:
      return;
  }
}
