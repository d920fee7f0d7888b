import type { Plugin } from "rolldown";

const wide = /\\*[\u0100-\uffff]/g;
const rawWithWide = /String\.raw`[^`]*[\u0100-\uffff]/;

/**
 * Writes letters beyond Latin-1 as escapes. V8 keeps a source with a single one of them at two bytes a letter, for as long as the
 * program runs: two of the megabytes that a run holds. An escape is the same in strings, templates and patterns, but not in `String.raw`.
 */
export const narrowLetters: Plugin = {
  name: "narrow-letters",
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk") continue;
      const raw = rawWithWide.exec(part.code);
      if (raw !== null) this.error(`Write this without letters beyond Latin-1: ${raw[0].slice(-80)}`);
      part.code = narrowed(part.code);
    }
  },
};

/** The same code in Latin-1. A backslash that stands before a wide letter for nothing is left out. */
export const narrowed = (code: string): string =>
  code.replaceAll(wide, (found) => {
    const backslashes = found.length - 1;
    const escape = `\\u${found.charCodeAt(backslashes).toString(16).padStart(4, "0")}`;
    return "\\".repeat(backslashes - (backslashes % 2)) + escape;
  });
