/**
 * The paths that none of the declared names covers: a file, a folder with all below it, or a pattern in which `*` stands for a
 * part of one name and `**` for any names.
 */
export function notDeclared(paths: readonly string[], declared: readonly string[]): readonly string[] {
  const forms = declared.map(formOf);
  return paths.filter((path) => !forms.some((form) => form.test(path)));
}

function formOf(name: string): RegExp {
  const plain = name
    .trim()
    .replace(/^\.\//, "")
    .replace(/\/(?:\*\*)?$/, "");
  const parts = plain
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => wild[part] ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join("")}(?:/.*)?$`);
}

const wild: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*" };
