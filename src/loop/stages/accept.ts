import { acceptCommands } from "../../core/acceptance/accept-commands.ts";
import { withoutTail } from "../../core/after-gate.ts";
import type { Fact, Receipt } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Engine } from "../engine.ts";
import { knownContent } from "../measuring/known-content.ts";
import { dirtyBefore, leftBehind } from "../measuring/left-behind.ts";

/** Runs the commands of single criteria, each to its end; what was green on this very tree already is not run again. */
export async function accept(
  { round }: Extract<Step, { do: "accept" }>,
  state: State,
  { tools, run, interruption }: Engine,
): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const tree = await knownContent(state, tools);
  const criteria = acceptCommands(current.claim.task);
  const known = greenOn(tree, state);
  const commands = criteria.map(({ command }) => command).filter((command) => !known.has(command));
  const dirty = await dirtyBefore(state, tools);
  const result =
    commands.length === 0
      ? null
      : await tools.gate.run({ iteration: current.n, marker: run, commands, all: true }, interruption.signal);
  if (result?.problem === "interrupted") return [];
  const receipts = criteria.flatMap(({ command }) => {
    const receipt = known.get(command) ?? result?.receipts.find((one) => one.command === tools.judge.mask(command));
    return receipt === undefined ? [] : [receipt];
  });
  const isMet = (command: string): boolean =>
    receipts.some((receipt) => receipt.command === tools.judge.mask(command) && receipt.exitCode === 0);
  return [
    {
      kind: "acceptance-judged",
      round,
      tree,
      receipts,
      met: criteria.filter(({ command }) => isMet(command)).map(({ criterion }) => criterion),
      unmet: criteria.filter(({ command }) => !isMet(command)).map(({ criterion }) => criterion),
      leftovers: result === null ? [] : await leftBehind(dirty, state, tools),
    },
  ];
}

/** Receipts of green commands on a tree, from this iteration and from the full gate. */
function greenOn(tree: string, { current, gate }: State): ReadonlyMap<string, Receipt> {
  const all = [...(gate === null ? [] : [gate]), ...(current?.gates ?? []), ...(current?.acceptance ?? [])];
  const green = all.filter((one) => one.tree === tree).flatMap(({ receipts }) => receipts);
  return new Map(
    green.filter(({ exitCode }) => exitCode === 0).map((receipt) => [receipt.command, withoutTail(receipt)]),
  );
}
