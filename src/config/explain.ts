import type { LoadedConfig } from "./load.ts";
import { isSecretKey } from "./sources/legacy-keys.ts";
import { masked } from "./mask.ts";
import { placeOf, problemText, type ConfigProblem, type Origin } from "./problem.ts";
import { rows } from "./table.ts";

/** One setting as `ralph config` shows it. `value` is masked where it may hold a secret. */
export interface ExplainedSetting {
  readonly path: string;
  readonly key: string | null;
  readonly value: unknown;
  /** `default`, `file`, `ralphrc`, `environment` or `flag`. */
  readonly source: Origin["source"];
  /** The same with its place: `.ralphrc:3`. */
  readonly from: string;
  readonly about: string;
}

/** All settings with where they come from, and all that is wrong. */
export interface ExplainedConfig {
  readonly settings: readonly ExplainedSetting[];
  readonly problems: readonly ConfigProblem[];
  /** The problems as lines for people, in the same order. */
  readonly lines: readonly string[];
}

/** Tells each value with its source. */
export function explainConfig({ config, origin, problems }: LoadedConfig): ExplainedConfig {
  return {
    settings: rows.map(({ path, setting }) => {
      const from = origin(path);
      const value = valueAt(config, path);
      return {
        path,
        key: setting.key ?? null,
        value: setting.secret === true || isSecretKey(setting.key ?? "") ? hidden(value) : masked(value),
        source: from.source,
        from: placeOf(from),
        about: setting.about,
      };
    }),
    problems,
    lines: problems.map(problemText),
  };
}

function valueAt(config: object, path: string): unknown {
  return path.split(".").reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), config);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const hidden = (value: unknown): unknown => (value === null ? null : "********");
