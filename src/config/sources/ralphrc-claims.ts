import type { Claim } from "./claim.ts";
import { isSecretKey, replacementOf } from "./legacy-keys.ts";
import type { ConfigProblem } from "../problem.ts";
import type { RcEntry } from "./ralphrc.ts";
import { keys, nearestKey } from "../table.ts";

/** What `.ralphrc` says of settings, and what a person should know of its other keys. Of a key set twice the last counts. */
export function claimsOfRalphrc(
  entries: readonly RcEntry[],
  file: string,
): { readonly claims: readonly Claim[]; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const claims: Claim[] = [];
  const last = new Map(entries.map((entry) => [entry.key, entry]));
  for (const entry of entries) {
    if (last.get(entry.key) !== entry) problems.push(setTwice(entry, last.get(entry.key)?.line ?? 0, file));
  }
  // Within one file an older name loses to the present one, wherever the two stand.
  const known = [...keys].flatMap(([key, meaning]) => {
    const entry = last.get(key);
    return entry === undefined ? [] : [{ entry, meaning }];
  });
  for (const { entry, meaning } of known) {
    if ("refused" in entry) problems.push(refusal(entry, file));
    else
      claims.push({
        row: meaning.row,
        name: entry.key,
        raw: meaning.translate(entry.value),
        origin: { source: "ralphrc", file, line: entry.line, key: entry.key },
      });
  }
  for (const entry of last.values()) if (!keys.has(entry.key)) problems.push(unread(entry, file));
  return { claims, problems };
}

const about = (entry: RcEntry, file: string): Pick<ConfigProblem, "key" | "file" | "line"> => ({
  key: entry.key,
  file,
  line: entry.line,
});

const refusal = (entry: RcEntry & { readonly refused: string }, file: string): ConfigProblem => ({
  severity: "error",
  code: "bad-value",
  ...about(entry, file),
  message: `The value of ${entry.key} can't be known without running code (${entry.refused}), and ${file} is never run.`,
  hint: "Write the value itself, in single quotes if it holds $ or backticks.",
  near: null,
});

const setTwice = (entry: RcEntry, line: number, file: string): ConfigProblem => ({
  severity: "warning",
  code: "set-twice",
  ...about(entry, file),
  message: `${entry.key} is set again in line ${line}, which counts.`,
  hint: "Remove one of the two.",
  near: null,
});

function unread(entry: RcEntry, file: string): ConfigProblem {
  const replacement = replacementOf(entry.key);
  if (replacement !== null)
    return {
      severity: "notice",
      code: "not-used",
      ...about(entry, file),
      message: `${entry.key} is not used here.`,
      hint: replacement,
      near: null,
    };
  if (isSecretKey(entry.key))
    return {
      severity: "warning",
      code: "secret-in-file",
      ...about(entry, file),
      message: `${entry.key} looks like a secret and was not read: secrets don't belong in the repository.`,
      hint: "Remove it here and set it in the environment.",
      near: null,
    };
  const near = nearestKey(entry.key);
  return {
    severity: "warning",
    code: "unknown-key",
    ...about(entry, file),
    message: `${entry.key} is not a known key and was left out.`,
    hint: near === null ? "`ralph config` lists them all." : `Did you mean ${near}?`,
    near,
  };
}
