/** Where a value comes from. Files are repository-relative; lines count from 1, null where a file has no lines to name. */
export type Origin =
  | { readonly source: "default" }
  | { readonly source: "file"; readonly file: string; readonly line: number | null }
  | { readonly source: "ralphrc"; readonly file: string; readonly line: number; readonly key: string }
  | { readonly source: "environment"; readonly key: string }
  | { readonly source: "flag"; readonly flag: string };

/** Something about the configuration that a person should know. Errors end a run as `config_invalid`; the others stop nothing. */
export interface ConfigProblem {
  readonly severity: "error" | "warning" | "notice";
  readonly code:
    | "bad-value"
    | "unknown-key"
    | "unreadable"
    | "not-run"
    | "not-used"
    | "set-twice"
    | "several-files"
    | "incomplete"
    | "secret-in-file";
  /** The key, path or option as the person wrote it; null where a whole file is meant. */
  readonly key: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  /** The known key or word that was most likely meant. */
  readonly near: string | null;
}

/** The place of an origin in few words: `.ralphrc:3`, `environment`, `--max-cost`, `default`. */
export function placeOf(origin: Origin): string {
  switch (origin.source) {
    case "default":
      return "default";
    case "file":
    case "ralphrc":
      return origin.line === null ? origin.file : `${origin.file}:${origin.line}`;
    case "environment":
      return `environment (${origin.key})`;
    case "flag":
      return origin.flag;
  }
}

/** File and line of an origin, as far as it has them. */
export const fileAndLine = (origin: Origin): Pick<ConfigProblem, "file" | "line"> =>
  "file" in origin ? { file: origin.file, line: origin.line } : { file: null, line: null };

/** One problem as a line for people: place, severity, what happened, what to do. */
export function problemText(problem: ConfigProblem): string {
  const line = problem.line === null ? "" : `:${problem.line}`;
  const place = problem.file === null ? "" : `${problem.file}${line}: `;
  return [`${place}${problem.severity}: ${problem.message}`, problem.hint].filter((part) => part !== "").join(" ");
}
