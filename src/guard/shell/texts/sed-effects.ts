import { endOfRegex, type TextEffect, writtenFile } from "./text-effect.ts";

const lineEnd = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "\n") return at;
  }
  return text.length;
};

const skipAddress = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const plain = /^(?:[\s,;!{}~+]|\d+|\$)+/.exec(text.slice(at))?.[0].length ?? 0;
    at += plain;
    const delimiter = text[at] === "/" ? "/" : text[at] === "\\" ? text[at + 1] : undefined;
    if (delimiter === undefined) return at;
    const end = endOfRegex(text, at + (text[at] === "/" ? 1 : 2), delimiter);
    if (end < 0) return text.length + 1;
    at = end + 1 + (/^[IM]*/.exec(text.slice(end + 1))?.[0].length ?? 0);
  }
};

interface SedStep {
  readonly next: number;
  readonly effects: readonly TextEffect[];
}

const unreadable: SedStep = { next: Number.POSITIVE_INFINITY, effects: [{ kind: "unreadable" }] };

const substitute = (text: string, at: number): SedStep => {
  const delimiter = text[at + 1];
  if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") return unreadable;
  const middle = endOfRegex(text, at + 2, delimiter);
  const end = middle < 0 ? -1 : plainEnd(text, middle + 1, delimiter);
  if (end < 0) return unreadable;
  const flags = /^[gpiIMm\d]*(e)?[gpiIMm\d]*(w\s*.*)?/.exec(text.slice(end + 1)) ?? [""];
  const file = flags[2]?.slice(1);
  const effects: readonly TextEffect[] = [
    ...(flags[1] === undefined ? [] : [{ kind: "runs" } as const]),
    ...(file === undefined ? [] : writtenFile(file)),
  ];
  return { next: end + 1 + flags[0].length, effects };
};

/** In a replacement, brackets are nothing special. */
const plainEnd = (text: string, from: number, delimiter: string): number => {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === delimiter) return at;
  }
  return -1;
};

const sedCommand = (text: string, at: number): SedStep => {
  const end = lineEnd(text, at);
  const letter: string = text[at] ?? "";
  switch (letter) {
    case "s":
      return substitute(text, at);
    case "y": {
      const delimiter = text[at + 1] ?? "/";
      const middle = plainEnd(text, at + 2, delimiter);
      const last = middle < 0 ? -1 : plainEnd(text, middle + 1, delimiter);
      return last < 0 ? unreadable : { next: last + 1, effects: [] };
    }
    case "e":
      return { next: end, effects: [{ kind: "runs" }] };
    case "w":
    case "W":
      return { next: end, effects: writtenFile(text.slice(at + 1, end)) };
    case "a":
    case "i":
    case "c":
    case "r":
    case "R":
    case "#":
      return { next: end, effects: [] };
    case ":":
    case "b":
    case "t":
    case "T":
      return { next: at + 1 + (/^[^;\n}]*/.exec(text.slice(at + 1))?.[0].length ?? 0), effects: [] };
    default:
      return /^[=dDgGhHnNpPxzFlqQv]$/.test(letter)
        ? { next: at + 1 + (/^[ \t]*\d*/.exec(text.slice(at + 1))?.[0].length ?? 0), effects: [] }
        : unreadable;
  }
};

/** What a sed script does besides editing text: commands that it runs, files that it writes. */
export function sedEffects(text: string): readonly TextEffect[] {
  const effects: TextEffect[] = [];
  for (let at = skipAddress(text, 0); at < text.length; at = skipAddress(text, at)) {
    const step = sedCommand(text, at);
    effects.push(...step.effects);
    at = step.next;
    if (!Number.isFinite(at)) return effects;
  }
  return effects;
}
