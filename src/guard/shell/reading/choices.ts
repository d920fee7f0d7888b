import type { SyntaxNode } from "unbash";
import { forEachChild } from "unbash";
import type { Bindings } from "./bindings.ts";
import { fieldsOf, type WordScope } from "./expand-word.ts";
import { lessSure, type ShellWord } from "./shell-word.ts";

/** One value for each variable of a command that the script sets. */
export type Choice = ReadonlyMap<string, ShellWord>;

const most = 64;

/** The variables that stand somewhere in these nodes. */
function namesIn(nodes: readonly SyntaxNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === "SimpleExpansion") names.add(node.text.slice(1));
    if (node.type === "ParameterExpansion") names.add(node.parameter);
    forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return names;
}

/** The scope in which a choice holds: variables that the script sets, and that have no value in it, are unknown. */
export const scopeOf = (scope: Omit<WordScope, "lookUp">, bindings: Bindings, choice: Choice): WordScope => ({
  ...scope,
  lookUp: (name) =>
    choice.get(name) ??
    (bindings.variables.has(name) ? { value: `\${${name}}`, text: `\${${name}}`, certainty: "unknown" } : null),
});

/**
 * Every combination of values that the variables in these nodes may have, as far as the script sets them to texts; one
 * that leaves them all open where there are more than 64.
 */
export function choicesOf(
  nodes: readonly SyntaxNode[],
  scope: Omit<WordScope, "lookUp">,
  bindings: Bindings,
): readonly Choice[] {
  return choicesFor(namesIn(nodes), scope, bindings, new Set());
}

function choicesFor(
  names: ReadonlySet<string>,
  scope: Omit<WordScope, "lookUp">,
  bindings: Bindings,
  under: ReadonlySet<string>,
): readonly Choice[] {
  let choices: readonly Choice[] = [new Map()];
  for (const name of names) {
    const values = under.has(name) ? [] : valuesFor(name, scope, bindings, new Set([...under, name]));
    if (values.length === 0) continue;
    if (choices.length * values.length > most) return [new Map()];
    choices = choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]])));
  }
  return choices;
}

function valuesFor(
  name: string,
  scope: Omit<WordScope, "lookUp">,
  bindings: Bindings,
  under: ReadonlySet<string>,
): readonly ShellWord[] {
  const binding = bindings.variables.get(name);
  if (binding === undefined || binding.kind === "open") return [];
  const values = binding.words.flatMap((word) =>
    choicesFor(namesIn([word]), scope, bindings, under).flatMap((choice) =>
      fieldsOf(word, scopeOf(scope, bindings, choice)),
    ),
  );
  return binding.kind === "loop"
    ? values
    : values.map((value) => ({ ...value, certainty: lessSure(value.certainty, "told") }));
}
