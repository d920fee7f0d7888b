import type { Contract } from "../core/policy.ts";
import { programNames, skillPath } from "./files/programs.ts";

/** A skill as it is installed; `version` null where its head names none. */
export interface InstalledSkill {
  readonly name: string;
  readonly path: string;
  readonly version: string | null;
}

/** The skills that teach the contract. */
const contractSkills = ["ralph-workflow", "ralph-status"] as const;

/** The `version` in the head of a skill's text, or null. */
export function skillVersionOf(text: string): string | null {
  const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1] ?? "";
  return /^version:[ \t]*["']?(\d+(?:\.\d+)*)["']?[ \t]*(?:#.*)?\r?$/m.exec(head)?.[1] ?? null;
}

/** The skills that teach the contract and are installed, for any agent program. `read` gives the text at a path of the repository, or null. */
export function installedSkills(read: (path: string) => string | null): readonly InstalledSkill[] {
  return programNames.flatMap((program) =>
    contractSkills.flatMap((name) => {
      const path = skillPath(program, name);
      const text = read(path);
      return text === null ? [] : [{ name, path, version: skillVersionOf(text) }];
    }),
  );
}

/** The versions (major.minor, or major alone) that teach a contract; a wording (patch) makes no difference. */
const seriesOf: Readonly<Record<Contract, readonly string[]>> = { "status/1": ["1"], "workflow/1.2": ["1.2"] };

/** How the installed skills stand to the contract in force. */
export type SkillMatch =
  | { readonly kind: "none" }
  | { readonly kind: "match"; readonly skills: readonly InstalledSkill[] }
  | { readonly kind: "differs"; readonly skills: readonly InstalledSkill[]; readonly message: string };

/** Whether what is installed teaches what the harness expects. */
export function matchSkills(skills: readonly InstalledSkill[], contract: Contract): SkillMatch {
  if (skills.length === 0) return { kind: "none" };
  const others = skills.filter(
    ({ version }) => version === null || !seriesOf[contract].some((series) => isOf(series, version)),
  );
  if (others.length === 0) return { kind: "match", skills };
  const named = others.map(
    ({ path, version }) => `${path} ${version === null ? "names no version" : `is version ${version}`}`,
  );
  return {
    kind: "differs",
    skills: others,
    message: `This run expects the contract ${contract}, but ${named.join(", and ")}.`,
  };
}

const isOf = (series: string, version: string): boolean => version === series || version.startsWith(`${series}.`);
