const mark = "\uFEFF";

/** A text without byte order mark, its lines ending in a line feed. */
export const undressed = (text: string): string =>
  (text.startsWith(mark) ? text.slice(1) : text).replaceAll("\r\n", "\n");

/** A text with the byte order mark and the line ends that another one has. */
export function dressedLike(model: string, text: string): string {
  const lines = model.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return model.startsWith(mark) ? mark + lines : lines;
}
