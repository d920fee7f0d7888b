/** A part of a prompt. Parts with the lowest `rank` are cut first where the whole is too large; `always` is never cut. */
export interface PromptPart {
  readonly name: string;
  readonly text: string;
  readonly rank: "always" | number;
}

/** A prompt with its size in bytes (UTF-8), and what was cut from it to keep the budget. */
export interface Prompt {
  readonly text: string;
  readonly bytes: number;
  readonly cut: readonly { readonly name: string; readonly bytes: number }[];
}

const cutNote = (name: string, bytes: number): string =>
  `[${name}: ${bytes} bytes left out to keep the prompt's budget]`;

/** Joins the parts in their order, within a budget of bytes. Deterministic; empty parts leave no trace. */
export function buildPrompt(parts: readonly PromptPart[], maxBytes: number): Prompt {
  const present = parts.filter((part) => part.text.trim() !== "");
  const byRank = present.filter((part) => part.rank !== "always").toSorted((a, b) => Number(a.rank) - Number(b.rank));
  const texts = new Map(present.map((part) => [part.name, part.text.trim()]));
  const cut: { name: string; bytes: number }[] = [];
  for (const { name } of byRank) {
    const over = utf8Length(joined(present, texts)) - maxBytes;
    if (over <= 0) break;
    const whole = texts.get(name) ?? "";
    const kept = shorten(whole, Math.max(0, utf8Length(whole) - over - 120));
    const bytes = utf8Length(whole) - utf8Length(kept);
    texts.set(name, `${kept}${kept === "" ? "" : "\n"}${cutNote(name, bytes)}`);
    cut.push({ name, bytes });
  }
  const text = `${joined(present, texts)}\n`;
  return { text, bytes: utf8Length(text), cut };
}

const joined = (parts: readonly PromptPart[], texts: ReadonlyMap<string, string>): string =>
  parts.map((part) => texts.get(part.name) ?? "").join("\n\n");

/** The longest start of a text, at a line's end where there is one, of at most so many bytes. */
function shorten(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += utf8Length(letter);
    if (bytes > maxBytes) break;
    end += letter.length;
  }
  const line = text.lastIndexOf("\n", end);
  return text.slice(0, end === text.length || line <= 0 ? end : line);
}

/** Bytes of a text in UTF-8; a lone surrogate counts as the replacement character. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const paired = code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (paired) i++;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : paired ? 4 : 3;
  }
  return bytes;
}
