/** Paths that a text names, each once: between backticks, or as words with a slash. Addresses and absolute paths are none. */
export function pathsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path ?? "");
  const bare = text.match(/(?<![\w./:-])[\w.-]+(?:\/[\w.*-]+)+\/?/g) ?? [];
  const paths = [...quoted.filter((path) => /[/*]|\.\w+$/.test(path)), ...bare].filter(
    (path) => !path.includes("://") && !path.startsWith("/"),
  );
  return [...new Set(paths)];
}
