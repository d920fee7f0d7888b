const tokenForms = /\b(?:gh[a-z]_|github_pat_|lin_api_|sk-|xox[a-z]-|AKIA)[\w-]{4,}/g;

/** The same value without what gives access: hides logins in addresses and known forms of tokens, however deep they stand. */
export function masked(value: unknown): unknown {
  if (typeof value === "string")
    return value.replaceAll(/(\/\/)[^/@\s]+@/g, "$1********@").replaceAll(tokenForms, "********");
  if (Array.isArray(value)) return value.map(masked);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one)])) : value;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
