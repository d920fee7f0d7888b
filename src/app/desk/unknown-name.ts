import { nearIds } from "../../adapters/backlogs/near-ids.ts";
import { type CommandAnswer, refusal } from "../../show/cli/command-answer.ts";
import { notThere } from "./exit-codes.ts";

/** A name that nothing has. `what` is the kind of thing that was meant; `hint` tells where the known ones are shown. */
interface UnknownName {
  readonly what: string;
  readonly name: string;
  readonly known: readonly string[];
  readonly hint: string;
}

/** The answer to a name that is not known: the names most like it, else where all of them are told. */
export const unknownName = ({ what, name, known, hint }: UnknownName): CommandAnswer =>
  refusal(`There is no ${what} ${name}.`, didYouMean(nearIds(name, known), hint), notThere);

/** What to do about a name that is not known: those that are near, else the hint. */
export const didYouMean = (near: readonly string[], hint: string): string =>
  near.length === 0 ? hint : `Did you mean ${near.join(", ")}?`;
