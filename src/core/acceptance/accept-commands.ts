import type { Task } from "../task.ts";

/** A criterion of a task that a command decides. */
export interface AcceptCommand {
  readonly criterion: string;
  readonly command: string;
}

/** The criteria of a task that carry a command, each once: among its criteria, and as `accept:` lines of its text. */
export function acceptCommands({ acceptance, body }: Pick<Task, "acceptance" | "body">): readonly AcceptCommand[] {
  const lines = body.split("\n").flatMap((line) => acceptLine.exec(line)?.[1] ?? []);
  const found = new Map<string, AcceptCommand>();
  for (const criterion of [...acceptance.map(({ text }) => text), ...lines]) {
    const command = commandIn(criterion.trim());
    if (command !== null && !found.has(command)) found.set(command, { criterion: criterion.trim(), command });
  }
  return [...found.values()];
}

const acceptLine = /^[ \t]*(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)?\**accept\**[ \t]*:\**[ \t]+(\S.*)$/i;

/**
 * The command in a criterion: all of it in backticks or behind `$ `, `accept:` with backticks within a sentence, or words that begin
 * with a program that runs checks. Anything else is prose, and nobody runs prose.
 */
function commandIn(text: string): string | null {
  const quoted = /^(`+)(.+)\1$/.exec(text)?.[2] ?? /\baccept:\s*`([^`]+)`/i.exec(text)?.[1];
  if (quoted !== undefined) return quoted.trim();
  if (text.startsWith("$ ")) return text.slice(2).trim();
  const isPlain = !/[.!?]$/.test(text) && (runners.test(text) || /^\.{1,2}\/\S/.test(text));
  return isPlain ? text : null;
}

const runners =
  /^(?:npm|npx|pnpm|yarn|bun|bunx|deno|node|tsx|python3?|pytest|uv|tox|cargo|go|mvn|gradle|dotnet|bundle|rspec|rake|phpunit|composer|swift|ctest|bats|sh|bash|curl|jq|vitest|jest|playwright)\s+\S/;
