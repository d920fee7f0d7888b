import { anyOf } from "../any-of.ts";
import { maySecret, type SecretForm, secretForms } from "./secret-forms.ts";
import { valuePatterns } from "./secret-values.ts";

/** Masks a text that comes in pieces. What may still become a secret is held back, never more than about 16 kB. */
export interface MaskStream {
  /** The masked text that is certain by now. */
  push(piece: string): string;
  /** The masked rest. The stream is then used up. */
  end(): string;
}

/** Takes secrets out of text before it is written or shown anywhere. */
export interface SecretMasker {
  /** The text with each secret replaced by `[masked:NAME]`; the same string where there is none. */
  mask(text: string): string;
  /** Names of the secrets found, for a refusal; empty when there is none. */
  find(text: string): readonly string[];
  stream(): MaskStream;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

interface Kind extends Pick<SecretForm, "keep" | "only"> {
  readonly name: string;
  readonly whole: RegExp;
}

const kindOf = (name: string, pattern: string, form?: SecretForm): Kind => ({
  ...form,
  name,
  whole: new RegExp(`^(?:${pattern})$`),
});

const formKinds: readonly Kind[] = secretForms.map((form) => kindOf(form.name, form.pattern, form));
const longestHeld = 16_000;

/** The text up to `until`, with what was found in it replaced. */
const replaced = (text: string, found: readonly Found[], until: number): string => {
  let masked = "";
  let at = 0;
  for (const { start, end, name } of found) {
    if (start >= until) break;
    masked += `${text.slice(at, start)}[masked:${name}]`;
    at = end;
  }
  return masked + text.slice(at, Math.max(at, until));
};

/** A masker for the known forms and for the values of the named variables, also where these stand encoded (F239). */
export function createMasker(values: Readonly<Record<string, string>> = {}): SecretMasker {
  const known = valuePatterns(values);
  const kinds: readonly Kind[] = [...known.map(({ name, pattern }) => kindOf(name, pattern)), ...formKinds];
  const any = new RegExp([...known, ...secretForms].map(({ pattern }) => pattern).join("|"), "g");
  const mayValue = anyOf(known.flatMap(({ quick }) => quick));
  const longestValue = Math.max(0, ...Object.values(values).map((value) => value.length));
  const hold = Math.min(Math.max(1024, longestValue * 8), longestHeld);

  const worthIt = (text: string): boolean => maySecret(text) || mayValue(text);

  const foundIn = (text: string): readonly Found[] => {
    if (!worthIt(text)) return [];
    const found: Found[] = [];
    any.lastIndex = 0;
    for (let match = any.exec(text); match !== null; match = any.exec(text)) {
      const [matched] = match;
      const kind = kinds.find(({ whole, only }) => whole.test(matched) && (only?.(matched) ?? true));
      if (kind === undefined) {
        any.lastIndex = match.index + 1;
        continue;
      }
      const kept = kind.keep?.exec(matched)?.[0].length ?? 0;
      const userInfo = kind.name === "address-password" ? 1 : 0;
      found.push({ start: match.index + kept, end: match.index + matched.length - userInfo, name: kind.name });
    }
    return found;
  };

  const mask = (text: string): string => {
    const found = foundIn(text);
    return found.length === 0 ? text : replaced(text, found, text.length);
  };

  return {
    mask,
    find: (text) => [...new Set(foundIn(text).map(({ name }) => name))],
    stream: () => maskStream({ hold, foundIn, mask }),
  };
}

interface Masking {
  readonly hold: number;
  foundIn(text: string): readonly Found[];
  mask(text: string): string;
}

/** Cuts only where no known form can reach over the cut: `hold` characters before the end, or before a match that passes that point. */
function maskStream(masking: Masking): MaskStream {
  let held = "";
  return {
    push(piece) {
      held += piece;
      if (held.length <= masking.hold) return "";
      const found = masking.foundIn(held);
      const cut = held.length - masking.hold;
      const over = found.find(({ start, end }) => start < cut && end > cut);
      // A match that is longer than we hold is given out masked up to here; its rest can't be told from text any more.
      const until = over === undefined ? cut : held.length - over.start > longestHeld * 2 ? over.end : over.start;
      const out = replaced(held, found, until);
      held = held.slice(until);
      return out;
    },
    end() {
      const out = masking.mask(held);
      held = "";
      return out;
    },
  };
}
