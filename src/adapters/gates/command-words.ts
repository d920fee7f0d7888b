/** A gate command as it is started: its own words, or the system's shell for what only a shell understands. */
export type CommandForm =
  | { readonly kind: "words"; readonly file: string; readonly args: readonly string[] }
  | { readonly kind: "shell"; readonly text: string };

const needsShell = /[|&;<>()$`\\*?[\]{}~#!\n]|^\w+=/;

/**
 * Splits a person's own gate command. Plain words and quotes are started directly, without a shell; a command with operators,
 * variables or patterns is the person's shell text and is given to `sh -c` as it stands.
 */
export function commandForm(command: string): CommandForm {
  const words: string[] = [];
  const pattern = /\s*((?:[^\s"']|"[^"]*"|'[^']*')+)/gy;
  let rest = 0;
  for (let match = pattern.exec(command); match !== null; match = pattern.exec(command)) {
    words.push(match[1] ?? "");
    rest = pattern.lastIndex;
  }
  const isPlain =
    command.slice(rest).trim() === "" && words.every((word) => !needsShell.test(word.replaceAll(/'[^']*'/g, "")));
  const [file, ...args] = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  return isPlain && file !== undefined ? { kind: "words", file, args } : { kind: "shell", text: command };
}
