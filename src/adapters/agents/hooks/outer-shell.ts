// Nothing is imported: this is paid for by every call of a hook.
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
const plain = /^[\w@%+=:,./-]+$/;

const shells = /^(?:\/[\w./-]*\/)?(?:bash|sh|zsh)$/;
const carries = /^-l?c$/;
const wrapped = /^\s*(\S+)\s+(-l?c)\s+(?:'((?:[^']|'\\'')*)'|"([^"$`\\!]*)")\s*$/;

/**
 * The command without the shell that the program itself puts around every command (Codex: `bash -lc "…"`), so that only an
 * agent's own is judged. A list of words becomes one text. What is not plainly such a wrapping stays as it is.
 */
export function withoutOuterShell(command: unknown): unknown {
  if (Array.isArray(command)) {
    const words = command.map(String);
    const [file = "", flag = "", script, ...rest] = words;
    return shells.test(file) && carries.test(flag) && script !== undefined && rest.length === 0
      ? script
      : words.map((word) => (plain.test(word) ? word : quoted(word))).join(" ");
  }
  if (typeof command !== "string") return command;
  const [, file = "", , single, double] = wrapped.exec(command) ?? [];
  const inner = single?.replaceAll(String.raw`'\''`, "'") ?? double;
  return inner !== undefined && shells.test(file) ? inner : command;
}
