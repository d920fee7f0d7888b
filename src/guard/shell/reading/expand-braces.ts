const most = 256;

/** Where the quoted or escaped piece that starts at `at` ends; `at` where none starts there. */
const skipQuoted = (text: string, at: number): number => {
  const letter = text[at];
  if (letter === "\\") return at + 2;
  if (letter === "'" || letter === '"') {
    let end = at + 1;
    while (end < text.length && text[end] !== letter) end += letter === '"' && text[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (letter === "$" && (text[at + 1] === "{" || text[at + 1] === "(")) return closing(text, at + 1) + 1;
  if (letter === "`") {
    const end = text.indexOf("`", at + 1);
    return end < 0 ? text.length : end + 1;
  }
  return at;
};

/** The end of the bracket that opens at `at`; the end of the text where it never closes. */
function closing(text: string, at: number): number {
  const open = text[at];
  const close = open === "{" ? "}" : ")";
  let depth = 0;
  for (let here = at; here < text.length; here++) {
    const past = here === at ? here : skipQuoted(text, here);
    if (past > here) {
      here = past - 1;
      continue;
    }
    if (text[here] === open) depth++;
    if (text[here] === close && --depth === 0) return here;
  }
  return text.length;
}

const splitAtCommas = (inner: string): readonly string[] => {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let here = 0; here < inner.length; here++) {
    const past = skipQuoted(inner, here);
    if (past > here) {
      here = past - 1;
      continue;
    }
    if (inner[here] === "{") depth++;
    if (inner[here] === "}") depth--;
    if (inner[here] !== "," || depth > 0) continue;
    parts.push(inner.slice(from, here));
    from = here + 1;
  }
  return [...parts, inner.slice(from)];
};

const range = (inner: string): readonly string[] | null => {
  const [, from = "", to = "", by = "1"] = /^(-?\d+|[a-z])\.\.(-?\d+|[a-z])(?:\.\.(-?\d+))?$/i.exec(inner) ?? [];
  if (from === "" || /\d/.test(from) !== /\d/.test(to)) return null;
  const numbers = /\d/.test(from);
  const [first, last] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const step = Math.max(Math.abs(Number(by)), 1);
  const length = Math.min(Math.floor(Math.abs(last - first) / step) + 1, most + 1);
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length }, (_, index) => {
    const value = first + (last < first ? -1 : 1) * step * index;
    return numbers ? String(value).padStart(width, "0") : String.fromCharCode(value);
  });
};

/**
 * The words that braces make of one word, still as they are written: `a{b,c}` gives `ab` and `ac`. Quoted braces and
 * those of an expansion stay. Null where it would be more than 256.
 */
export function expandBraces(text: string): readonly string[] | null {
  for (let at = 0; at < text.length; at++) {
    const past = skipQuoted(text, at);
    if (past > at) {
      at = past - 1;
      continue;
    }
    if (text[at] !== "{") continue;
    const end = closing(text, at);
    if (end >= text.length) continue;
    const inner = text.slice(at + 1, end);
    const choices = splitAtCommas(inner);
    const made = choices.length > 1 ? choices : range(inner);
    if (made === null) continue;
    const all = made.map((choice) => expandBraces(`${text.slice(0, at)}${choice}${text.slice(end + 1)}`));
    const flat = all.flatMap((words) => words ?? []);
    return all.includes(null) || flat.length > most ? null : flat;
  }
  return [text];
}
