import type { AgentSeen } from "./findings.ts";
import { failure, type HealthCheck, ok, warning } from "./health-check.ts";

/** Whether the agent's program is there, and in a version that was tried (A-7: another one is a note, no failure). */
export function judgeAgent({ name, program, version, triedVersions, problem, missingScript }: AgentSeen): HealthCheck {
  if (missingScript !== undefined)
    return failure(
      "agent",
      `the script that it plays is not there: ${missingScript}`,
      "Write it, or name another one: RALPH_AGENT_COMMAND in .ralphrc.",
    );
  if (program === null)
    return failure(
      "agent",
      problem ?? `the program of ${name} was not found`,
      "Install it, or name another agent: RALPH_AGENT in .ralphrc. `ralph agents list` shows which are installed.",
    );
  if (version === null && triedVersions.length > 0)
    return warning("agent", `${name} (${program}) does not report its version`, `Start it by hand: ${name} --version.`);
  const told = `${name}${version === null ? "" : ` ${version}`} (${program})`;
  const isTried = triedVersions.length === 0 || triedVersions.some((tried) => versionIn(version ?? "") === tried);
  return ok("agent", isTried ? told : `${told}; tested with ${triedVersions.join(", ")}`);
}

/** The number in what a program says of its version, such as `2.1.332 (Claude Code)`. */
const versionIn = (said: string): string => /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said;

/** Whether somebody is logged in, as far as that can be told without a call: a key or a file that is there may have expired. */
export function judgeLogin({ name, program, login }: AgentSeen): HealthCheck | null {
  if (program === null) return null;
  switch (login.kind) {
    case "needless":
      return null;
    case "found":
      return ok("login", `${login.how} is there (whether it is still good shows at the first call)`);
    case "not-found":
      return warning(
        "login",
        `no log-in of ${name} was found (looked for ${login.looked.join(", ")})`,
        `Start ${name} once and log in, or set its key in the environment. A key in a system keychain can't be seen from here.`,
      );
  }
}
