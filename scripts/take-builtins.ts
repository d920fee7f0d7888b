import type { Plugin } from "rolldown";

// `node:process` stays an import: a module of its own name for it would hide the one that this asks.
const named = /import\{([^}]*)\}from"(node:(?!process")[\w/]+)";/g;
const whole = /import (\w+) from"(node:(?!process")[\w/]+)";/g;

/**
 * Lets the built program take Node's own modules as they are. An import statement reads every export of theirs, and so loads
 * what is lazy in them (all of the streams with `fs`): an eighth of what a hook or a status costs.
 */
export const takeBuiltins: Plugin = {
  name: "take-builtins",
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== "chunk") continue;
      part.code = part.code
        .replaceAll(named, (_, names: string, from: string) => taken(`{${names.replaceAll(" as ", ":")}}`, from))
        .replaceAll(whole, (_, name: string, from: string) => taken(name, from));
    }
  },
};

const taken = (names: string, from: string): string => `const ${names}=process.getBuiltinModule("${from}");`;
