/** A piece of HTML that is safe to put into a page: made by `html` alone. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | null | readonly Html[];

/** HTML from a template: what is filled in is text and becomes no markup, unless it is HTML itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: texts.reduce((all, text, at) => all + markupOf(parts[at - 1] ?? null) + text),
});

/** A sentence in which what stands between backticks, such as a command, is shown as code. */
export const withCode = (text: string): Html => ({
  markup: text
    .split(/`(?<code>[^`\n]+)`/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `<code>${escaped(part)}</code>`))
    .join(""),
});

function markupOf(part: Part): string {
  if (part === null) return "";
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return escaped(part);
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/* Control characters, and marks that turn the direction of what follows, have no place in a page either. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD")
    .replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
