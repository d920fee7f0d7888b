import type { CommitView } from "../../../../ports/workspace.ts";

/** Arguments for a log that `readCommits` understands: five NUL-ended fields a commit, no signature shown, no colour. */
export const logArgs = [
  "log",
  "--no-show-signature",
  "--no-color",
  "--no-patch",
  "--no-notes",
  "--encoding=UTF-8",
  "-z",
  "--format=%H%x00%P%x00%s%x00%(trailers:only=true,unfold=true)%x00%b",
] as const;

/** Reads the fields of a log. A trailer that stands several times has its values joined by a comma. */
export function readCommits(fields: readonly string[]): readonly CommitView[] {
  const commits: CommitView[] = [];
  for (let at = 0; at + 4 < fields.length; at += 5) {
    const [sha = "", parents = "", subject = "", trailers = "", body = ""] = fields.slice(at, at + 5);
    commits.push({
      sha,
      parents: parents.split(" ").filter((parent) => parent !== ""),
      subject,
      body: withoutTrailers(body, trailers),
      trailers: readTrailers(trailers),
    });
  }
  return commits;
}

/** Trailers stand in the last paragraph; what else stands there stays. */
function withoutTrailers(body: string, trailers: string): string {
  const text = body.trim();
  if (trailers.trim() === "") return text;
  const start = text.lastIndexOf("\n\n") + 1;
  const last = text.slice(start).split("\n");
  const kept = last.filter((line) => line.trim() !== "" && !/^[\w-]+\s*:|^\s/.test(line));
  return `${text.slice(0, start)}${kept.length === 0 ? "" : `\n${kept.join("\n")}`}`.trim();
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
