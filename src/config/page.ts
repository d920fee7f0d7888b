import { legacyKeys } from "./sources/legacy-keys.ts";
import { rows, type Row } from "./table.ts";

const intro = `# Configuration

Ralph works without any configuration. Settings are read from these places, and later ones win:

1. the defaults below,
2. \`ralph.config.ts\`, \`.js\`, \`.json\` or \`.yaml\` (the first one that exists),
3. \`.ralphrc\`,
4. environment variables,
5. options of \`ralph run\`.

Use one file, either a config file or \`.ralphrc\`; if there are both, \`.ralphrc\` wins and you are told. \`ralph config\` prints every
value with the file and line it comes from, and \`ralph config --schema\` prints the JSON Schema of the config file.

An unknown key is a warning, a bad value is an error (exit code 2). All of them are reported at once, each with its file, its line and
the key that you most likely meant.

## How values are written

- **\`.ralphrc\`** has \`KEY=value\` lines as in a shell: quotes, \`export\`, comments and values of several lines are allowed. It is never
  run. A value that only a running shell could know (\`$HOME\`, \`$(…)\`, \`~\`) is an error; \`KEY="\${KEY:-value}"\` is read as the
  value. Other commands are ignored with a warning.
- **Times** are numbers in the unit that the name of the setting ends with, or carry a unit of their own: \`90s\`, \`2m\`, \`1h30m\`.
- **Sizes** are bytes, or \`64kB\`, \`10MB\`, \`1GB\`.
- **Lists** are separated by commas. **Commands** are written one per line, or separated by \`;;\`. Config files may use arrays.
- An **empty value** means the default; \`none\` unsets what may be unset.
- **Secrets** such as \`LINEAR_API_KEY\` and \`GITHUB_TOKEN\` belong in the environment and are not read from files.

A config file uses the names in the first column, nested:

\`\`\`yaml
agent:
  kind: command
  command: [node, agent.mjs]
gate:
  commands: [npm run lint, npm test]
limits:
  iterations: 20
  timeMinutes: 8h
\`\`\`
`;

/** The guide's page on configuration, made from the table of settings. */
export function configurationPage(): string {
  const perRole = rows.filter(({ path }) => path.startsWith("roles.reviewer."));
  const others = rows.filter(({ path }) => !path.startsWith("roles."));
  const groups = Map.groupBy(others, ({ path }) => (path.includes(".") ? path.replace(/\.[^.]*$/, "") : ""));
  const sections = [...groups].map(([name, inside]) => section(name === "" ? "General" : name, inside));
  const roles = section("roles.<role>", perRole.map(forAnyRole));
  return [intro, ...sections, roles, notUsed()].join("\n");
}

const forAnyRole = ({ path, setting }: Row): Row => ({
  path: path.replace("reviewer", "<role>"),
  setting: {
    ...setting,
    about: setting.about.replaceAll("the reviewer", "the role"),
    ...(setting.key === undefined ? {} : { key: setting.key.replace("REVIEWER", "<ROLE>") }),
  },
});

function section(name: string, inside: readonly Row[]): string {
  const lines = inside.map(({ path, setting }) => {
    const keys = [setting.key, ...Object.keys(setting.aliases ?? {})].filter((key) => key !== undefined);
    const written = [...keys, ...(setting.flag === undefined ? [] : [`--${setting.flag}`])];
    const cells = [
      code(path),
      written.map(code).join("<br>"),
      shownDefault(setting.default),
      `${cell(setting.about)} Must be ${cell(setting.expects)}.`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `## ${name.replaceAll("<", String.raw`\<`)}`,
    "",
    "| setting | key, option | default | meaning |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function notUsed(): string {
  const lines = Object.entries(legacyKeys).map(([key, instead]) => `| ${code(key)} | ${cell(instead)} |`);
  return [
    "## Keys of the shell harness that are not used",
    "",
    "They may stay in `.ralphrc`; a notice names what replaces them.",
    "",
    "| key | instead |",
    "| --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

const code = (text: string): string => `\`${cell(text)}\``;

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`);

function shownDefault(value: unknown): string {
  if (value === null) return "";
  return code(typeof value === "string" ? value : JSON.stringify(value));
}
