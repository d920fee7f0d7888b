/* What trackers and forges take for the wish to close an issue, right before its name. */
const closing =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|complet(?:e[sd]?|ing))(?:\s*:)?\s+(?=((?:[\w.-]+\/[\w.-]+)?#\d+|[a-z][a-z0-9]*-\d+|https?:\/\/\S+))/gi;

/* What has checks of a commit skipped. */
const skipping = /\[\s*(skip[ -]ci|ci[ -]skip|no[ -]ci|skip[ -]actions|actions[ -]skip)\s*\]|^(skip-checks\s*:)/gim;

/**
 * Words for a commit or a pull request that close no issue but the own one and have no checks skipped. They may come from outside, or from
 * an agent; issues are closed by the harness, once their work has landed.
 */
export const bindsNothing = (text: string, own: string): string =>
  text
    .replaceAll(closing, (words: string, name: string) => (isForeign(name, own) ? `${words}issue ` : words))
    .replaceAll(
      skipping,
      (_all, word: string | undefined, trailer: string | undefined) => `(${word ?? trailer ?? ""})`,
    );

/* Names of the own tracker's form, and of issues by their number. Words such as UTF-8 look like names of another one. */
function isForeign(name: string, own: string): boolean {
  const prefix = /^[a-z][a-z0-9]*-(?=\d)/i;
  const ofOwn = prefix.exec(own)?.[0].toLowerCase() ?? "";
  if (name.toLowerCase() === own.toLowerCase()) return false;
  if (/^gh-/i.test(own) && name === `#${own.slice(3)}`) return false;
  const form = prefix.exec(name)?.[0].toLowerCase();
  return form === undefined || form === "gh-" || form === ofOwn;
}
