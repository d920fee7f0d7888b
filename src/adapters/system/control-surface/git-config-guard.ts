import { readConfig, type Setting } from "./git-config.ts";

/** Settings that make git run something, or send it elsewhere. Section and key are in lower case. */
const dangerous: readonly RegExp[] = [
  /^core\.(?:hookspath|fsmonitor|sshcommand|gitproxy|editor|pager|askpass|attributesfile|excludesfile|worktree|alternaterefscommand|alternaterefsprefixes|bare|symlinks|protecthfs|protectntfs)$/,
  /^(?:alias|pager|include|filter|credential|url|protocol|browser|man|guitool|sendemail|interactive)\./s,
  /^includeif\..*\.path$/s,
  /^(?:remote\..*\.(?:url|pushurl|push|fetch|receivepack|uploadpack|vcs|proxy|mirror)|remote\.pushdefault|branch\..*\.pushremote)$/s,
  /^push\.(?:default|followtags|recursesubmodules|pushoption)$/,
  /^(?:diff|merge|mergetool|difftool)\..*\.?(?:external|command|textconv|driver|cmd|path|tool)$/s,
  /^(?:diff\.external|sequence\.editor|gpg\..*program|gpg\.program|ssh\.variant|uploadpack\.packobjectshook|init\.templatedir|commit\.template)$/s,
  /^http\.(?:.*\.)?(?:proxy|sslverify|sslcainfo|sslcapath|sslcert|sslkey|extraheader|cookiefile)$/s,
  /^(?:submodule\..*\.(?:url|update)|trailer\..*\.(?:cmd|command)|extensions\.worktreeconfig|safe\.(?:directory|barerepository)|transfer\.fsckobjects|receive\.fsckobjects|fetch\.fsckobjects)$/s,
];

/** What a package manager or git itself writes there in the course of ordinary work. Values that leave the work tree are none. */
const byTools: readonly { readonly key: RegExp; readonly value: RegExp }[] = [
  {
    key: /^core\.hookspath$/,
    value: /^(?:\.\/)?(?:\.husky(?:\/_)?|\.githooks|\.hooks|\.lefthook|node_modules\/\.[a-z-]+|\.git\/hooks)\/?$/,
  },
  { key: /^core\.fsmonitor$/, value: /^(?:true|false)$/i },
  {
    key: /^filter\.lfs\.(?:clean|smudge|process)$/,
    value: /^git-lfs (?:clean -- %f|smudge -- %f|smudge --skip -- %f|filter-process|filter-process --skip)$/,
  },
  { key: /^filter\.lfs\.required$/, value: /^(?:true|false)$/i },
  { key: /^submodule\..*\.url$/s, value: /^(?:https:\/\/|ssh:\/\/|\.{0,2}\/|[\w.-]+@[\w.-]+:)/ },
  { key: /^submodule\..*\.update$/s, value: /^(?:checkout|merge|rebase|none)$/ },
  { key: /^extensions\.worktreeconfig$/, value: /^(?:true|false)$/i },
];

/** One dangerous setting whose values differ. */
export interface ConfigChange {
  readonly key: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly severity: "attack" | "tooling";
}

const isDangerous = (key: string): boolean => dangerous.some((pattern) => pattern.test(key));

const valuesByKey = (settings: readonly Setting[]): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, readonly string[]>();
  for (const { key, value } of settings) if (isDangerous(key)) values.set(key, [...(values.get(key) ?? []), value]);
  return values;
};

const severityOf = (
  key: string,
  before: readonly string[],
  after: readonly string[],
  isNewRemote: boolean,
): "attack" | "tooling" => {
  const added = after.filter((value) => !before.includes(value));
  if (before.length > 0 && added.length === 0) return "attack";
  if (isNewRemote) return "tooling";
  return added.every((value) => byTools.some((row) => row.key.test(key) && row.value.test(value)))
    ? "tooling"
    : "attack";
};

/** `git remote add` is ordinary work; turning a remote that was there elsewhere is not. */
const remoteOf = (key: string): string | null => /^remote\.(.*)\.(?:url|fetch)$/s.exec(key)?.[1] ?? null;

/**
 * The dangerous settings that differ between two texts of one configuration file; everything else (branch tracking, identity,
 * maintenance) is git's own affair. `unreadable` when either text can't be understood: then every difference counts.
 */
export function configChanges(before: string, after: string): readonly ConfigChange[] | "unreadable" {
  const [old, now] = [readConfig(before), readConfig(after)];
  if (old === null || now === null) return "unreadable";
  const [was, is] = [valuesByKey(old), valuesByKey(now)];
  const known = new Set([...was.keys()].map(remoteOf));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): readonly ConfigChange[] => {
    const [from, to] = [was.get(key) ?? [], is.get(key) ?? []];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const remote = remoteOf(key);
    return [
      { key, before: from, after: to, severity: severityOf(key, from, to, remote !== null && !known.has(remote)) },
    ];
  });
}

const quoted = (value: string): string =>
  `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;

const written = (key: string, values: readonly string[]): readonly string[] => {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  const sub = first === last ? "" : ` ${quoted(key.slice(first + 1, last))}`;
  return [`[${key.slice(0, first)}${sub}]`, ...values.map((value) => `\t${key.slice(last + 1)} = ${quoted(value)}`)];
};

/**
 * The present configuration with the dangerous settings as they were: what git itself wrote meanwhile stays. The earlier
 * text as it was, where the present one can't be understood or nothing else is new in it.
 */
export function mendedConfig(before: string, after: string): string {
  const changes = configChanges(before, after);
  const now = readConfig(after);
  if (changes === "unreadable" || now === null) return before;
  const keys = new Set(changes.map(({ key }) => key));
  const lines: (string | null)[] = after.split("\n");
  for (const { key, from, until, afterHeader } of now) {
    if (!keys.has(key)) continue;
    for (let at = from; at < until; at++) lines[at] = at === from ? afterHeader : null;
  }
  const back = changes.flatMap(({ key, before: values }) => (values.length === 0 ? [] : written(key, values)));
  const kept = lines.filter((line) => line !== null).join("\n");
  if (back.length === 0) return kept;
  return `${kept}${kept === "" || kept.endsWith("\n") ? "" : "\n"}${back.join("\n")}\n`;
}
