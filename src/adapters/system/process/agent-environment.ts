/** Names that every agent may see. A name ending in `*` stands for all that begin so. */
const usualNames: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_*",
  "TERM",
  "TZ",
  "TMPDIR",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
];

/** Without these no program starts on Windows; they are looked at only there. */
const windowsNames: readonly string[] = [
  "Path",
  "PATHEXT",
  "SystemRoot",
  "SystemDrive",
  "ComSpec",
  "USERPROFILE",
  "USERNAME",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
  "ProgramFiles",
  "TEMP",
  "TMP",
];

/** Say to an agent that it runs inside another one, so that it refuses or behaves otherwise: never passed on, whoever asks. */
const neverPassed = new Set([
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_PARENT_SESSION_ID",
  "CLAUDE_PROJECT_DIR",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "QWEN_CODE",
  "OPENCODE",
  "COPILOT_CLI",
  "CURSOR_AGENT",
]);

/** The environment of an agent: what the lists let through of `base`, then `own`, which wins. */
export function agentEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[],
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...usualNames, ...allowed, ...("SystemRoot" in base ? windowsNames : [])];
  const exact = new Set(names);
  const prefixes = names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  const passes = (name: string) =>
    !neverPassed.has(name) && (exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix)));
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) if (value !== undefined && passes(name)) env[name] = value;
  return { ...env, ...own };
}
