import type { WorkType } from "./profile.ts";

/** What a path tells of the work, as data: the first kind that fits it. Code is whatever fits none. */
const kinds: readonly { readonly type: WorkType; readonly fits: RegExp }[] = [
  {
    type: "TESTING",
    fits: /(?:^|\/)(?:tests?|__tests__|spec|e2e|fixtures)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)test_[^/]+\.py$/iu,
  },
  {
    type: "DOCUMENTATION",
    fits: /(?:^|\/)(?:docs?|specs)\/|\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:README|LICENSE|CHANGELOG)\b[^/]*$/iu,
  },
];

/**
 * The work type that the changed paths suggest: code if any code changed, since tests and docs come along with
 * it; else the kind with the most paths; nothing changed is a look at what is there. It can't see a refactoring.
 */
export function suggestWorkType(changed: readonly string[]): WorkType {
  if (changed.length === 0) return "VERIFICATION";
  const types = changed.map((path) => kinds.find(({ fits }) => fits.test(path))?.type ?? "IMPLEMENTATION");
  if (types.includes("IMPLEMENTATION")) return "IMPLEMENTATION";
  const tests = types.filter((type) => type === "TESTING").length;
  return tests * 2 >= types.length ? "TESTING" : "DOCUMENTATION";
}
