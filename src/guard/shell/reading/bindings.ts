import type { Command, ParsedScript, SyntaxNode, Word } from "unbash";
import { forEachChild } from "unbash";

/** What a script makes of a variable: the words that it may be set to, or `open` where that is decided at run time. */
export type Binding =
  | { readonly kind: "loop"; readonly words: readonly Word[] }
  | { readonly kind: "set"; readonly words: readonly Word[] }
  | { readonly kind: "open" };

/** The names that a script gives a meaning of its own. */
export interface Bindings {
  readonly variables: ReadonlyMap<string, Binding>;
  readonly functions: ReadonlySet<string>;
}

/** No names at all. */
export const noBindings: Bindings = { variables: new Map(), functions: new Set() };

/** Builtins that set the variables whose names they are given. */
const setters = new Set(["read", "mapfile", "readarray", "getopts", "declare", "typeset", "local", "unset", "vared"]);

const setsByPrintf = ({ name, args }: Command): boolean =>
  name?.value === "printf" && args[0]?.type === "Word" && args[0].value.startsWith("-v");

const open: Binding = { kind: "open" };

const isWord = (node: unknown): node is Word =>
  typeof node === "object" && node !== null && "type" in node && node.type === "Word";

const joined = (before: Binding | undefined, now: Binding): Binding => {
  if (before === undefined) return now;
  if (before.kind === "open" || now.kind === "open") return open;
  return { kind: before.kind === "loop" ? now.kind : before.kind, words: [...before.words, ...now.words] };
};

/** Every variable and function that a script names, however deep it stands; the order of the text plays no part. */
export function bindingsOf(script: ParsedScript, outer: Bindings): Bindings {
  const variables = new Map<string, Binding>(Array.from(outer.variables.keys(), (name) => [name, open]));
  const functions = new Set(outer.functions);
  const bind = (name: string, binding: Binding): void => void variables.set(name, joined(variables.get(name), binding));
  const visit = (node: SyntaxNode): void => {
    if (isBinder(node)) bindNode(node, bind);
    if (node.type === "Function") functions.add(node.name.value);
    forEachChild(node, visit);
  };
  visit(script);
  return { variables, functions };
}

type Binder = Extract<
  SyntaxNode,
  { type: "For" | "Select" | "Assignment" | "ParameterExpansion" | "Coproc" | "Command" }
>;

const binders: ReadonlySet<string> = new Set<Binder["type"]>([
  "For",
  "Select",
  "Assignment",
  "ParameterExpansion",
  "Coproc",
  "Command",
]);
const isBinder = (node: SyntaxNode): node is Binder => binders.has(node.type);

type Bind = (name: string, binding: Binding) => void;

function bindNode(node: Binder, bind: Bind): void {
  switch (node.type) {
    case "For":
    case "Select":
      bind(node.name.value, node.wordlist === undefined ? open : { kind: "loop", words: node.wordlist });
      return;
    case "Assignment": {
      const plain = node.append !== true && node.index === undefined && isWord(node.value);
      bind(node.name, plain && isWord(node.value) ? { kind: "set", words: [node.value] } : open);
      return;
    }
    case "ParameterExpansion":
      if (node.operation?.type === "Default" && node.operation.operator.includes("=")) bind(node.parameter, open);
      return;
    case "Coproc":
      if (node.name !== undefined) bind(node.name.value, open);
      return;
    case "Command":
      bindArguments(node, bind);
  }
}

function bindArguments(node: Command, bind: Bind): void {
  if (node.name === undefined || !(setters.has(node.name.value) || setsByPrintf(node))) return;
  const isReference = node.args.some((word) => word.type === "Word" && /^[-+]\w*n/.test(word.value));
  for (const word of node.args) {
    const name = word.type === "Word" ? /^[a-z_]\w*/i.exec(word.value)?.[0] : isReference ? word.name : undefined;
    if (name !== undefined) bind(name, open);
  }
}
