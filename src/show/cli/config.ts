/** One setting as it is shown. */
interface ShownSetting {
  readonly path: string;
  readonly value: unknown;
  readonly source: string;
  /** The source with its place: `.ralphrc:3`. */
  readonly from: string;
  readonly about?: string;
}

/** What this command needs to know; `explainConfig` gives it. */
export interface ConfigReport {
  readonly settings: readonly ShownSetting[];
  readonly problems: readonly { readonly severity: "error" | "warning" | "notice" }[];
  /** The problems as lines for people, in the same order. */
  readonly lines: readonly string[];
}

/** What the command prints, and its exit code: 2 where the configuration holds an error. */
export interface ConfigAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

/** `ralph config`: each value with where it comes from. `all` shows the roles that have nothing of their own as well. */
export function showConfig(
  report: ConfigReport,
  options: { readonly json: boolean; readonly all: boolean },
): ConfigAnswer {
  const exitCode = report.problems.some(({ severity }) => severity === "error") ? 2 : 0;
  if (options.json) {
    const { settings, problems } = report;
    return { stdout: `${JSON.stringify({ settings, problems }, null, 2)}\n`, stderr: "", exitCode };
  }
  const shown = report.settings.filter(
    (row) => options.all || row.source !== "default" || !row.path.startsWith("roles."),
  );
  const table = columns(shown.map(({ path, from, value }) => [path, from, inWords(value)]));
  const rest =
    shown.length < report.settings.length
      ? "\nRoles not named here have the agent's settings; --all shows them.\n"
      : "";
  return { stdout: `${table}${rest}`, stderr: report.lines.map((line) => `${printable(line)}\n`).join(""), exitCode };
}

/** `ralph config NAME`: the settings named, each with where it comes from, what it means, and how it is set. */
export function showSettings(
  report: ConfigReport,
  { json, ways }: { readonly json: boolean; readonly ways: (path: string) => readonly string[] },
): ConfigAnswer {
  if (json) return showConfig(report, { json, all: true });
  const { stdout, ...rest } = showConfig(report, { json, all: true });
  const [only, ...others] = report.settings;
  if (only === undefined || others.length > 0) return { stdout, ...rest };
  const how = ways(only.path);
  const lines = [only.about ?? "", how.length === 0 ? "Set in ralph.config.* only." : `Set by ${how.join(" or ")}.`];
  return { stdout: `${stdout}${lines.map((line) => (line === "" ? "" : `  ${printable(line)}\n`)).join("")}`, ...rest };
}

/** `ralph config --schema`: the JSON Schema of the configuration file. */
export const showConfigSchema = (schema: unknown): ConfigAnswer => ({
  stdout: `${JSON.stringify(schema, null, 2)}\n`,
  stderr: "",
  exitCode: 0,
});

function columns(rows: readonly (readonly [string, string, string])[]): string {
  const width = (column: 0 | 1): number => Math.max(0, ...rows.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  return rows.map(([path, from, value]) => `${path.padEnd(first)}  ${from.padEnd(second)}  ${value}\n`).join("");
}

function inWords(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "number") return String(Number(value.toPrecision(6)));
  if (typeof value === "string") return printable(value);
  return printable(JSON.stringify(value));
}

/** Control and other invisible characters as their code points: nothing that stands in a file may steer a terminal. */
const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
