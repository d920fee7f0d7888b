/** A configured value, as a pattern that also knows it encoded, and the ends by which it is quickly ruled out. */
export interface ValuePattern {
  readonly name: string;
  readonly pattern: string;
  readonly quick: readonly string[];
}

/** Values shorter than this are not masked: they would take ordinary words with them. */
const shortestValue = 6;

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Encoders wrap their lines, and a log keeps the break as `\n` in two letters. */
const wrap = "(?:\\\\[nr]|\\s){0,3}";

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** The letters of base64 that depend on `bytes` alone when they stand `offset` bytes into some longer text. */
const base64Core = (bytes: readonly number[], offset: number): string => {
  const shifted = [...Array.from({ length: offset }, () => 0), ...bytes];
  const bits = shifted.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(bits.length / 6);
  return Array.from({ length: last - first }, (_, index) => {
    const at = (first + index) * 6;
    return base64Letters.charAt(Number.parseInt(bits.slice(at, at + 6), 2));
  }).join("");
};

const base64Letter = (letter: string): string => (letter === "+" ? "[+-]" : letter === "/" ? "[/_]" : letter);
const hexByte = (byte: number): string => {
  const digits = byte.toString(16).padStart(2, "0");
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
};

/** One character as it is, percent-encoded, or escaped in JSON. */
const writtenLetter = (letter: string): string => {
  const bytes = bytesOf(letter);
  const forms = [escapeRegExp(letter), bytes.map((byte) => `%${hexByte(byte)}`).join("")];
  const json = JSON.stringify(letter).slice(1, -1);
  if (json !== letter) forms.push(escapeRegExp(json));
  const [byte] = bytes;
  if (bytes.length === 1 && byte !== undefined) forms.push(`\\\\u00${hexByte(byte)}`);
  if (letter === "/") forms.push("\\\\/");
  return `(?:${forms.join("|")})`;
};

/** The first and the last letters: a line break that an encoder put in can't fall into both. */
const ends = (text: string): readonly string[] => (text.length <= 8 ? [text] : [text.slice(0, 8), text.slice(-8)]);

const patternsOf = (name: string, value: string): ValuePattern => {
  const bytes = bytesOf(value);
  const cores = [0, 1, 2].map((offset) => base64Core(bytes, offset)).filter((core) => core.length >= shortestValue);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const spaced = hex.replace(/../g, "$& ");
  const written = encodeURIComponent(value.toWellFormed());
  return {
    name,
    pattern: [
      Array.from(value, writtenLetter).join(""),
      ...cores.map((core) => Array.from(core, base64Letter).join(wrap)),
      bytes.map(hexByte).join("(?:\\\\[nr]|[\\s:]){0,3}"),
    ].join("|"),
    quick: [
      ...ends(value),
      ...ends(written),
      ...ends(JSON.stringify(value).slice(1, -1)),
      ...cores.flatMap(ends),
      ...cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_")).flatMap(ends),
      ...ends(hex),
      ...ends(hex.toUpperCase()),
      spaced.slice(0, 8),
      spaced.slice(0, 8).toUpperCase(),
      spaced.slice(0, 8).replaceAll(" ", ":"),
      hex.replace(/../g, "%$&").slice(0, 9),
    ],
  };
};

/** The patterns of the configured values, longest first; a value of several lines is also known by each of its longer lines. */
export function valuePatterns(values: Readonly<Record<string, string>>): readonly ValuePattern[] {
  const wanted = Object.entries(values).flatMap(([name, value]) => {
    const whole = value.trim();
    const lines = whole.includes("\n")
      ? whole
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line.length >= 12)
      : [];
    return [whole, ...lines]
      .filter((text) => text.length >= shortestValue && text.length <= 4096)
      .map((text) => ({ name, text }));
  });
  return wanted.toSorted((a, b) => b.text.length - a.text.length).map(({ name, text }) => patternsOf(name, text));
}
