import type {
  AndOr,
  Case,
  Command,
  CompoundList,
  If,
  ParsedScript,
  PipelineNode,
  Redirected,
  Redirection,
  Statement,
  SyntaxNode,
} from "unbash";
import { forEachChild } from "unbash";
import type { Bindings } from "./bindings.ts";
import { choicesOf, scopeOf } from "./choices.ts";
import type { WordScope } from "./expand-word.ts";
import { evaluate, type Evaluated } from "./evaluate-command.ts";
import { hiddenExpansion } from "./hidden-expansion.ts";
import { placesAfter, type PlacesAfter, samePlaces, union } from "./places.ts";
import { type Place, type ShellCommand, type ShellInput, unseenInput } from "./shell-command.ts";

/** Thrown where a script has more paths through it than anybody would read. */
export const tooIntricate: Error = new Error("too intricate");

interface Walk {
  readonly scope: Omit<WordScope, "lookUp" | "folder" | "isReplaced">;
  readonly bindings: Bindings;
  /** Where commands are judged that nothing leads to. */
  readonly start: readonly Place[];
  readonly commands: ShellCommand[];
  readonly hidden: string[];
  readonly bodies: { readonly node: Walked; readonly places: readonly Place[] }[];
  seen: readonly Place[];
  visits: number;
  fault: string | null;
  /** Set once `exec` has given all that follows another input. */
  readsElsewhere: boolean;
}

/** A place to walk from, and what is read there. */
interface At {
  readonly places: readonly Place[];
  readonly input: ShellInput;
}

const mostVisits = 12_000;
const staying = (places: readonly Place[]): PlacesAfter => ({ success: places, failure: places });
const either = (after: PlacesAfter): readonly Place[] => union(after.success, after.failure);

/** Walks every command of a script, in each place where it may run and with each value that its variables may have. */
export function walkScript(
  script: ParsedScript,
  start: {
    readonly scope: Walk["scope"];
    readonly bindings: Bindings;
    readonly places: readonly Place[];
    readonly input: ShellInput;
  },
): { readonly commands: readonly ShellCommand[]; readonly hidden: readonly string[]; readonly fault: string | null } {
  const walk: Walk = {
    scope: start.scope,
    bindings: start.bindings,
    start: start.places,
    commands: [],
    hidden: [],
    bodies: [],
    seen: start.places,
    visits: 0,
    fault: null,
    readsElsewhere: false,
  };
  visit(script, start, walk);
  // A function may be called from wherever the script goes.
  const { bodies } = walk;
  for (const { node, places } of bodies.slice())
    if (!samePlaces(places, walk.seen)) visit(node, { places: walk.seen, input: unseenInput }, walk);
  const commands = walk.readsElsewhere
    ? walk.commands.map((command) => (command.input.kind === "own" ? { ...command, input: unseenInput } : command))
    : walk.commands;
  return { commands, hidden: walk.hidden, fault: walk.fault };
}

/** What holds commands; everything else has them only in the scripts inside its words. */
type Walked = ParsedScript | CompoundList | Statement | AndOr | PipelineNode;

function visit(node: Walked, at: At, walk: Walk): PlacesAfter {
  if (++walk.visits > mostVisits) throw tooIntricate;
  switch (node.type) {
    case "Script":
      if (node.errors?.[0] !== undefined) walk.fault ??= node.errors[0].message;
      return inTurn(node.commands, at, walk);
    case "CompoundList":
      return inTurn(node.commands, at, walk);
    case "Statement": {
      const after = visit(node.command, at, walk);
      return node.background === true ? staying(at.places) : after;
    }
    case "AndOr":
      return andOr(node, at, walk);
    case "Pipeline":
      return pipeline(node.commands, at, walk);
    case "Subshell":
      visit(node.body, at, walk);
      return staying(at.places);
    case "BraceGroup":
      return visit(node.body, at, walk);
    case "If":
      return choice(node, at, walk);
    case "While":
      return repeated([node.clause, node.body], at, walk);
    case "For":
    case "Select":
    case "ArithmeticFor":
      nested(node, at, walk, node.body);
      return repeated([node.body], at, walk);
    case "Case":
      return cases(node, at, walk);
    case "Function":
      walk.bodies.push({ node: node.body, places: at.places });
      return staying(union(at.places, either(visit(node.body, { ...at, input: unseenInput }, walk))));
    case "Coproc":
      visit(node.body, { ...at, input: unseenInput }, walk);
      return staying(at.places);
    case "Redirected":
      return redirected(node, at, walk);
    case "Command":
      return simple(node, at, walk);
    case "TestCommand":
    case "ArithmeticCommand":
      nested(node, at, walk);
      return staying(at.places);
  }
}

function inTurn(nodes: readonly Walked[], at: At, walk: Walk): PlacesAfter {
  let after = staying(at.places);
  for (const node of nodes) after = visit(node, { ...at, places: either(after) }, walk);
  return after;
}

function andOr({ commands, operators }: AndOr, at: At, walk: Walk): PlacesAfter {
  const [first, ...rest] = commands;
  if (first === undefined) return staying(at.places);
  let after = visit(first, at, walk);
  rest.forEach((node, index) => {
    const isAnd = operators[index] === "&&";
    const then = visit(node, { ...at, places: isAnd ? after.success : after.failure }, walk);
    after = isAnd
      ? { success: then.success, failure: union(after.failure, then.failure) }
      : { success: union(after.success, then.success), failure: then.failure };
  });
  return after;
}

/** Each part runs by itself, but for the last one: some shells run that in their own place. */
function pipeline(nodes: readonly Walked[], at: At, walk: Walk): PlacesAfter {
  let { input } = at;
  let after = staying(at.places);
  for (const node of nodes) {
    const from = walk.commands.length;
    after = visit(node, { ...at, input }, walk);
    input = { kind: "given", body: null, from: walk.commands.slice(from) };
  }
  return staying(nodes.length === 1 ? either(after) : union(at.places, either(after)));
}

function choice(node: If, at: At, walk: Walk): PlacesAfter {
  let { places } = at;
  const ends: (readonly Place[])[] = [];
  for (const { clause, then } of [node, ...node.elif]) {
    const tested = visit(clause, { ...at, places }, walk);
    ends.push(either(visit(then, { ...at, places: tested.success }, walk)));
    places = tested.failure;
  }
  const otherwise = node.else === undefined ? places : either(visit(node.else, { ...at, places }, walk));
  return staying(union(otherwise, ...ends));
}

function cases(node: Case, at: At, walk: Walk): PlacesAfter {
  nested(node.word, at, walk);
  for (const { pattern } of node.items) for (const word of pattern) nested(word, at, walk);
  return staying(union(at.places, ...node.items.map(({ body }) => either(visit(body, at, walk)))));
}

/** A body that may run again from where it has led to; one that leads ever further leads anywhere. */
function repeated(parts: readonly CompoundList[], at: At, walk: Walk): PlacesAfter {
  let { places } = at;
  for (let round = 0; round < 3; round++) {
    const next = union(places, either(inTurn(parts, { ...at, places }, walk)));
    if (samePlaces(places, next)) return staying(places);
    places = next;
  }
  const lost = union(places, [{ folder: null, branch: { kind: "changed", to: null } }]);
  inTurn(parts, { ...at, places: lost }, walk);
  return staying(lost);
}

function redirected(node: Redirected, at: At, walk: Walk): PlacesAfter {
  const places = at.places.length === 0 ? walk.start : at.places;
  let { input } = at;
  for (const redirect of node.redirects) nested(redirect, at, walk);
  for (const { command } of evaluations({ redirects: node.redirects, command: null }, places, walk)) {
    const made: ShellCommand = { ...command, input: command.input ?? at.input };
    walk.commands.push(made);
    ({ input } = made);
  }
  return visit(node.command, { ...at, input }, walk);
}

function simple(node: Command, at: At, walk: Walk): PlacesAfter {
  const places = at.places.length === 0 ? walk.start : at.places;
  forEachChild(node, (child) => nested(child, { ...at, places }, walk));
  let after: PlacesAfter = { success: [], failure: [] };
  for (const { command, place } of evaluations({ redirects: node.redirects, command: node }, places, walk)) {
    if (walk.commands.length >= mostVisits) throw tooIntricate;
    walk.commands.push({ ...command, input: command.input ?? at.input });
    if (command.words.length === 1 && command.words[0]?.value === "exec" && command.input !== null)
      walk.readsElsewhere = true;
    const isCall = walk.bindings.functions.has(command.words[0]?.value ?? "");
    const led = isCall ? staying(union([place], walk.seen)) : placesAfter(command.words, place, walk.scope);
    after = { success: union(after.success, led.success), failure: union(after.failure, led.failure) };
  }
  walk.seen = union(walk.seen, after.success, after.failure);
  return after;
}

function* evaluations(
  parts: { readonly command: Command | null; readonly redirects: readonly Redirection[] },
  places: readonly Place[],
  walk: Walk,
): Iterable<{ readonly command: Evaluated; readonly place: Place }> {
  const nodes = parts.command === null ? parts.redirects : [parts.command];
  for (const place of places) {
    const scope = {
      ...walk.scope,
      folder: place.folder,
      branch: () => (place.branch.kind === "before" ? walk.scope.branch() : place.branch.to),
      isReplaced: (program: string) => walk.bindings.functions.has(program),
    };
    for (const chosen of choicesOf(nodes, scope, walk.bindings))
      yield { command: evaluate(parts, scopeOf(scope, walk.bindings, chosen), place), place };
  }
}

/** Scripts that stand inside words, however deep; `except` is walked by the caller. */
function nested(node: SyntaxNode, at: At, walk: Walk, except?: SyntaxNode): void {
  if (node === except) return;
  if (node.type === "Script") {
    visit(node, at, walk);
    return;
  }
  if (node.type === "CommandExpansion" && (node.script === undefined || !/[)}`]$/.test(node.text)))
    walk.fault ??= "a substitution in it has no end";
  const hidden = hiddenExpansion(node);
  if (hidden !== null) walk.hidden.push(hidden);
  const inside = node.type === "ProcessSubstitution" && node.operator === ">" ? { ...at, input: unseenInput } : at;
  forEachChild(node, (child) => nested(child, inside, walk, except));
}
