/** The text without fenced blocks and code spans. */
export const withoutCode = (text: string): string => {
  let open = false;
  return text
    .split("\n")
    .filter((line) => {
      const isFence = /^\s*(```|~~~)/.test(line);
      if (isFence) open = !open;
      return !isFence && !open;
    })
    .join("\n")
    .replaceAll(/`[^`\n]*`/g, "");
};
