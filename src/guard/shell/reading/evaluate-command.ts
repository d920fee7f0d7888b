import type { Assignment, Command, Redirect, Redirection } from "unbash";
import { assignmentWord, fieldsOf, quotedText, type WordScope } from "./expand-word.ts";
import type { Place, ShellCommand, ShellInput, ShellSetting, ShellWrite } from "./shell-command.ts";
import { knownWord, type ShellWord } from "./shell-word.ts";

/** A command with its words worked out; `input` is null where no redirection gives it one of its own. */
export interface Evaluated extends Omit<ShellCommand, "input"> {
  readonly input: ShellInput | null;
}

const writing: ReadonlySet<string> = new Set<Redirect["operator"]>([">", ">>", ">|", "&>", "&>>", "<>", ">&"]);
const isDescriptor = (text: string): boolean => /^(?:\d+-?|-)$/.test(text);

const wordsOf = (command: Command, scope: WordScope): readonly ShellWord[] =>
  [command.name, ...command.args].flatMap((word): readonly ShellWord[] => {
    if (word === undefined) return [];
    return word.type === "Word" ? fieldsOf(word, scope) : [assignmentWord(word, scope)];
  });

const settingOf = (assignment: Assignment, scope: WordScope): ShellSetting => {
  const word = assignmentWord(assignment, scope);
  const equals = word.value.indexOf("=");
  return {
    name: assignment.name,
    value: { ...word, value: assignment.value.type === "Word" ? word.value.slice(equals + 1) : word.value },
  };
};

const writeOf = (redirect: Redirection, scope: WordScope): readonly ShellWrite[] => {
  if (redirect.type !== "Redirect" || redirect.target === undefined || !writing.has(redirect.operator)) return [];
  const mode = redirect.operator.endsWith(">>") || redirect.operator === "<>" ? "appends" : "replaces";
  return fieldsOf(redirect.target, scope).flatMap((word) =>
    redirect.operator === ">&" && isDescriptor(word.value) ? [] : [{ word, mode } as const],
  );
};

const isStandardInput = (redirect: Redirection): boolean =>
  redirect.descriptor === undefined ||
  (redirect.descriptor.type === "FileDescriptor" && redirect.descriptor.value === 0);

const inputOf = (redirect: Redirection, scope: WordScope): ShellInput | null => {
  if (!isStandardInput(redirect)) return null;
  switch (redirect.type) {
    case "HereDoc": {
      const { text, parts } = redirect.body;
      return {
        kind: "given",
        body: parts === undefined ? knownWord(text) : quotedText(parts, text, scope),
        from: [],
      };
    }
    case "HereString":
      return {
        kind: "given",
        body: redirect.target === undefined ? null : (fieldsOf(redirect.target, scope)[0] ?? null),
        from: [],
      };
    case "Redirect":
      if (!redirect.operator.startsWith("<") || redirect.target === undefined) return null;
      return /^(?:\/dev\/null|-)$/.test(redirect.target.value)
        ? { kind: "own" }
        : { kind: "given", body: null, from: [] };
  }
};

/** Works out the words of a command (or of redirections alone) in one scope. */
export function evaluate(
  { command, redirects }: { readonly command: Command | null; readonly redirects: readonly Redirection[] },
  scope: WordScope,
  place: Place,
): Evaluated {
  return {
    words: command === null ? [] : wordsOf(command, scope),
    settings: (command?.prefix ?? []).flatMap((part) => (part.type === "Assignment" ? [settingOf(part, scope)] : [])),
    writes: redirects.flatMap((redirect) => writeOf(redirect, scope)),
    reads: redirects.flatMap((redirect) =>
      redirect.type === "Redirect" && redirect.operator.startsWith("<") && redirect.target !== undefined
        ? fieldsOf(redirect.target, scope)
        : [],
    ),
    input: redirects.map((redirect) => inputOf(redirect, scope)).findLast((input) => input !== null) ?? null,
    place,
  };
}
