/** Keys of git's configuration that may be set for one call: they neither run nor redirect anything. */
const harmless =
  /^(?:user|author|committer)\.|^(?:color|column|advice|log|status|blame|grep|i18n|index|rerere|stash|pack|gc|feature|versionsort|format|diff|merge|rebase|pull|push|fetch|branch|core|commit|tag|init|safe|protocol|http|apply|am|submodule|checkout|worktree|notes|transfer|interactive)\./;

/** Of these, keys that do. */
const running =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|editor|pager|askpass|gitproxy|worktree|attributesfile|alternaterefscommand|repositoryformatversion|bare)|diff\.(?:external|.+\.(?:command|textconv))|merge\.(?:tool|.+\.driver)|interactive\.difffilter|http\.(?:proxy|.*cookiefile|.*sslverify|extraheader|.+\.extraheader|.+\.proxy)|protocol\.(?:ext\.)?allow|protocol\.ext\..*|init\.templatedir|submodule\..+\.(?:update|url)|branch\..+\.(?:remote|merge|pushremote)|push\.default|push\.gpgsign|commit\.template|format\.(?:attach|signature.*))$/;

/** Keys that name a program, and programs that do nothing. */
const naming = /^(?:core\.(?:editor|pager)|sequence\.editor|pager\..+)$/;
const idle = new Set(["", "true", ":", "cat", "/bin/true", "/usr/bin/true", "false"]);

/** What speaks against `-c key=value`: that it runs or redirects something. Null where nothing does. */
export function settingFault(setting: string): string | null {
  const equals = setting.indexOf("=");
  const key = (equals < 0 ? setting : setting.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? "" : setting.slice(equals + 1).trim();
  if (naming.test(key) && idle.has(value)) return null;
  return harmless.test(key) && !running.test(key) ? null : key;
}

/** Options of `git config` that only look. */
const looking = new Set([
  "-l",
  "--list",
  "--get",
  "--get-all",
  "--get-regexp",
  "--get-urlmatch",
  "--get-color",
  "--get-colorbool",
  "get",
  "list",
  "--help",
  "-h",
]);
const changing = /^(?:--(?:ad|ap|rep|uns|ren|rem|ed)[\w-]*(?:=.*)?|-e|set|unset|edit|rename-section|remove-section)$/;

/** True where a call of `git config` only reads. The words are those behind `config`. */
export function readsConfig(args: readonly string[]): boolean {
  if (args.some((arg) => changing.test(arg))) return false;
  if (args.some((arg) => looking.has(arg))) return true;
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (/^(?:-f|--file|--blob|--type|--default|--value)$/.test(arg)) at++;
    else if (!arg.startsWith("-")) operands.push(arg);
  }
  return operands.length <= 1;
}
