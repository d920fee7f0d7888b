import { nearest } from "../../config/near.ts";
import type { Glimpse } from "../../install/detect/glimpse.ts";
import { agentPrograms, type ProgramName, programNames } from "../../install/files/programs.ts";
import { finderOf } from "../compose/compose.ts";
import type { World } from "../world/world.ts";

/** Programs that a person has named, or the first name that is none, with the near one. */
export type NamedPrograms =
  | { readonly ok: true; readonly programs: readonly ProgramName[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `claude,codex`. */
export function namedPrograms(text: string): NamedPrograms {
  const words = text.split(/[,\s]+/).filter((word) => word !== "");
  const programs: ProgramName[] = [];
  for (const word of words) {
    const program = programNames.find((name) => name === word.toLowerCase());
    if (program === undefined) return { ok: false, problem: unknown(word) };
    programs.push(program);
  }
  return programs.length === 0 ? { ok: false, problem: unknown("") } : { ok: true, programs: [...new Set(programs)] };
}

function unknown(word: string): string {
  const near = nearest(word, programNames);
  const what =
    word === ""
      ? "--agents names no agent program."
      : `--agents: ${word} is no agent program that files can be installed for.`;
  return `${what}${near === null ? "" : ` Did you mean ${near}?`} There are ${programNames.join(", ")}.`;
}

/** Programs that are on this machine, or that the repository shows signs of. */
export async function programsHere(root: string, glimpse: Glimpse, world: World): Promise<readonly ProgramName[]> {
  const find = finderOf(root, world);
  const found = await Promise.all(
    programNames.map(async (name) => {
      const { command, signs } = agentPrograms[name];
      return signs.some((path) => glimpse.has(path)) || (await find(command)) !== null ? [name] : [];
    }),
  );
  return found.flat();
}
