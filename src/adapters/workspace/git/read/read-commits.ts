import type { CommitView } from "../../../../ports/workspace.ts";

/** Arguments for a log that `readCommits` understands: three NUL-ended fields a commit, no signature shown, no colour. */
export const logArgs = [
  "log",
  "--no-show-signature",
  "--no-color",
  "--no-patch",
  "--no-notes",
  "--encoding=UTF-8",
  "-z",
  "--format=%H%x00%s%x00%(trailers:only=true,unfold=true)",
] as const;

/** Reads the fields of a log. A trailer that stands several times has its values joined by a comma. */
export function readCommits(fields: readonly string[]): readonly CommitView[] {
  const commits: CommitView[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    commits.push({
      sha: fields[at] ?? "",
      subject: fields[at + 1] ?? "",
      trailers: readTrailers(fields[at + 2] ?? ""),
    });
  }
  return commits;
}

function readTrailers(text: string): Readonly<Record<string, string>> {
  const trailers: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const key = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    trailers[key] = trailers[key] === undefined ? value : `${trailers[key]}, ${value}`;
  }
  return trailers;
}

/** True when a commit carries each of these trailers with this very value. */
export function carries(commit: CommitView, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => commit.trailers[key] === value);
}
