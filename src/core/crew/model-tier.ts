/** The least that a crew's tiers may be: the newest of the same family and tier is preferred, an older one never taken. */
export const leastModels: Readonly<Record<string, string>> = {
  "claude:strong": "claude-opus-4.7",
  "claude:fast": "claude-sonnet-4.6",
  "claude:cheap": "claude-haiku-4.5",
  "gemini:strong": "gemini-3.1-pro-preview",
  "codex:strong": "gpt-5.5",
};

/** A model's line and its version: `claude-opus` and 4.7. */
interface ModelName {
  readonly line: string;
  readonly version: readonly number[];
}

/* A version is the first number; what stands behind it (a date, `preview`) belongs to no line. Dashes part numbers as dots do. */
function modelName(model: string): ModelName | null {
  const found = /^(?<before>[a-z][a-z-]*?)-(?<version>\d{1,2}(?:[.-]\d{1,2})*)(?<behind>-[a-z].*|-\d{6,}.*)?$/i.exec(
    model,
  )?.groups;
  if (found === undefined) return null;
  const kind = /-(pro|flash|mini|nano|lite|max)\b/i.exec(found["behind"] ?? "")?.[1] ?? "";
  return {
    line: `${found["before"]}${kind === "" ? "" : `-${kind}`}`.toLowerCase(),
    version: (found["version"] ?? "").split(/[.-]/).map(Number),
  };
}

/** How a model stands to a baseline: older or newer of the same line, the same, or of another line, which nobody can compare. */
export function compareModels(model: string, baseline: string): "older" | "same" | "newer" | "other" {
  const [mine, least] = [modelName(model), modelName(baseline)];
  if (mine === null || least === null || mine.line !== least.line) return model === baseline ? "same" : "other";
  for (let at = 0; at < Math.max(mine.version.length, least.version.length); at++) {
    const difference = (mine.version[at] ?? 0) - (least.version[at] ?? 0);
    if (difference !== 0) return difference > 0 ? "newer" : "older";
  }
  return "same";
}

/** The model behind a tier: the configured one unless it is older than the baseline of its tier, which then stands for it. */
export function modelOfTier(tier: string, configured: string | undefined): string | null {
  const least = leastModels[tier];
  if (configured === undefined) return least ?? null;
  return least !== undefined && compareModels(configured, least) === "older" ? least : configured;
}
