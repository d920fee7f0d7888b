import { forgetCopies } from "../../adapters/system/surface-guard.ts";
import { heardAlong, type Interruption } from "../../loop/interruption.ts";
import {
  foldRun,
  type Inheritance,
  inheritanceOf,
  isUnsettled,
  nothingInherited,
  settle,
} from "../../loop/starting/recover.ts";
import { type Composition, composeTools } from "../compose/compose.ts";
import { leavePlace, openPlace, type PlaceSettings, refreshPlace, type RunPlace } from "./run-place.ts";

/** What a start has at hand for settling the run before it. */
export interface Settling extends Omit<Composition, "run"> {
  readonly interruption: Interruption;
}

/**
 * Finishes what a killed run left behind, under the policy it ran by and in the work tree it worked in, and tells what the next run
 * finds in its own.
 */
export async function settleLastRun(start: Settling, settings: PlaceSettings): Promise<Inheritance> {
  const { ledger, place } = start;
  const last = ledger.lastRun();
  const folded = last === null ? null : foldRun(ledger.factsOf(last));
  if (last === null || folded === null || folded.run === null) return inPlace(nothingInherited, place, settings);
  if (!isUnsettled(folded)) return inPlace(inheritanceOf(folded, place.beside), place, settings);
  const wasBeside = folded.run.beside ?? false;
  const where = wasBeside === place.beside ? place : await openPlace(place.home, wasBeside, settings);
  const tools = await composeTools({ ...start, place: where, run: last });
  using interruption = heardAlong(start.interruption);
  const { state, notes } = await settle({ run: last, tools, interruption, mode: "recovering" }, folded);
  forgetCopies(where.repository.gitDir, null);
  await tools.care.forgetOwn(last);
  if (where !== place) await leavePlace(where, settings);
  return inPlace({ ...inheritanceOf(state, place.beside), notes }, place, settings);
}

async function inPlace(inherited: Inheritance, place: RunPlace, settings: PlaceSettings): Promise<Inheritance> {
  if (inherited.left === null) await refreshPlace(place, settings);
  return inherited;
}
