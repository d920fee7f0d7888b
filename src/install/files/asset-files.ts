import { type AgentProgram, agentPrograms, type ProgramName, skillPath } from "./programs.ts";
import type { RoleSource } from "./role-forms.ts";

/** The texts in `assets/skills` and `assets/roles`, by name. */
export interface AgentTexts {
  readonly skills: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, string>>;
}

/** One file as it is installed; lines end in a line feed. */
export interface AssetFile {
  readonly path: string;
  readonly text: string;
  readonly program: ProgramName;
  readonly kind: "skill" | "role";
}

/** Every file that these programs are given, in the form of each. One source serves all. */
export const assetFiles = (programs: readonly ProgramName[], { skills, roles }: AgentTexts): readonly AssetFile[] =>
  programs.flatMap((program) => {
    const { roles: place }: AgentProgram = agentPrograms[program];
    const inRoles =
      place === null
        ? []
        : Object.values(roles).map((text): AssetFile => {
            const role = roleSource(text);
            return {
              path: `${place.folder}/${role.name}${place.ending}`,
              text: place.form(role),
              program,
              kind: "role",
            };
          });
    return [
      ...Object.entries(skills).map(([name, text]): AssetFile => ({
        path: skillPath(program, name),
        text,
        program,
        kind: "skill",
      })),
      ...inRoles,
    ];
  });

/** Reads a role of `assets/roles`: a head of plain `key: value` lines, and the instructions. */
export function roleSource(text: string): RoleSource {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const values = new Map(
    head.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    }),
  );
  const word = <const W extends string>(key: string, allowed: readonly W[]): W => {
    const found = allowed.find((each) => each === values.get(key));
    if (found === undefined)
      throw new Error(`${values.get("name") ?? "a role"}: ${key} is none of ${allowed.join(", ")}.`);
    return found;
  };
  return {
    name: values.get("name") ?? "",
    description: values.get("description") ?? "",
    version: values.get("version") ?? "",
    access: word("access", ["read", "run", "edit"]),
    tier: word("tier", ["inherit", "strong", "cheap"]),
    body: body.trim(),
  };
}
