/** The three places of tasks: the index, the table of all, and a file each. */
export function taskIndexFiles(ids: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const titleOf = (id: string): string => `add the thing ${id}`;
  const entries = ids.map(
    (id) =>
      `  - id: ${id}\n    title: ${titleOf(id)}\n    status: not-started\n    priority: ${more[id] ?? "medium"}\n    spec: docs/prd/${id}.md\n`,
  );
  const rows = ids.map((id) => `| ${id} | ${titleOf(id)} | not-started |\n`);
  const specs = ids.map((id) => [
    `docs/prd/${id}.md`,
    `# ${id}: ${titleOf(id)}\n\n**Status:** not-started\n\n## Acceptance Criteria\n\n- [ ] it is there\n`,
  ]);
  return {
    "tasks/index.yaml": `tasks:\n${entries.join("")}`,
    "docs/prd/index.md": `# Product\n\n| ID | Title | Status |\n| --- | --- | --- |\n${rows.join("")}`,
    ...Object.fromEntries(specs),
  } as Readonly<Record<string, string>>;
}

/** How a task stands in its three places, by the texts of the files. */
export async function placesOf(
  read: (name: string) => Promise<string>,
  id: string,
): Promise<readonly [string, string, string]> {
  const index = (await read("tasks/index.yaml"))
    .split(/^(?= {2}- id: )/m)
    .find((part) => part.includes(`- id: ${id}\n`));
  const row = (await read("docs/prd/index.md")).split("\n").find((line) => line.startsWith(`| ${id} |`));
  const folder = id.startsWith("fix-preflight") ? "docs/prd/M1/" : "docs/prd/";
  const spec = await read(`${folder}${id}.md`);
  return [
    /^ {4}status: *([\w-]+)/m.exec(index ?? "")?.[1] ?? "",
    row?.split("|")[3]?.trim() ?? "",
    /^\*\*Status:\*\* *([\w-]+)/m.exec(spec)?.[1] ?? "",
  ];
}
