/** A role as its source in `assets/roles` has it. */
export interface RoleSource {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** What it may do: read alone, run commands too, or change files as well. */
  readonly access: "read" | "run" | "edit";
  /** Which model suits: the one that calls it, a strong one, or a cheap one. */
  readonly tier: "inherit" | "strong" | "cheap";
  /** The instructions, in Markdown. */
  readonly body: string;
}

/** Writes a role in the form that one program reads. */
export type RoleForm = (role: RoleSource) => string;

type HeadValue = string | boolean | readonly string[] | Readonly<Record<string, string>>;

/** What a program wants in the head of a role. */
type HeadOf = (role: RoleSource) => Readonly<Record<string, HeadValue>>;

/** Markdown below a head of YAML. The version stands in a comment: not every program lets a head hold keys of others. */
export const markdownRole =
  (headOf: HeadOf): RoleForm =>
  (role) =>
    [
      "---",
      ...Object.entries(headOf(role)).map(yamlLine),
      "---",
      "",
      `<!-- version: ${role.version} -->`,
      "",
      role.body,
    ]
      .join("\n")
      .trimEnd()
      .concat("\n");

/** TOML with the instructions as one literal text. */
export const tomlRole =
  (headOf: HeadOf): RoleForm =>
  (role) =>
    [
      `# version: ${role.version}`,
      ...Object.entries(headOf(role)).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
      `developer_instructions = '''\n${role.body.trimEnd()}\n'''`,
      "",
    ].join("\n");

function yamlLine([key, value]: readonly [string, HeadValue]): string {
  if (Array.isArray(value)) return `${key}: [${value.join(", ")}]`;
  if (typeof value === "object")
    return `${key}:\n${Object.entries(value)
      .map(([name, word]) => `  ${name}: ${word}`)
      .join("\n")}`;
  return `${key}: ${value}`;
}
