import { problemText } from "../../config/problem.ts";
import { matchSkills } from "../skill-version.ts";
import type { FaultSeen, Findings } from "./findings.ts";
import { failure, type HealthCheck, ok, warning } from "./health-check.ts";
import { judgeAgent, judgeLogin } from "./judge-agent.ts";
import { judgeFiring } from "./judge-firing.ts";
import { judgeForge } from "./judge-forge.ts";
import { judgeHook } from "./judge-hook.ts";
import { judgeSandbox } from "./judge-sandbox.ts";

type Judge = (findings: Findings) => HealthCheck | null;

/** What is looked at, in the order in which it is shown; null where there was nothing to look at. */
const judges: readonly Judge[] = [
  judgeGit,
  judgeRepository,
  judgeTree,
  ({ node }) => ok("node", `Node ${node.version}`),
  judgeConfig,
  ({ agent }) => judgeAgent(agent),
  ({ agent }) => judgeLogin(agent),
  ({ hook, agent }) => judgeHook(hook, agent.name),
  judgeFiring,
  judgeSandbox,
  judgeSkills,
  judgeInstalled,
  judgeGate,
  ({ forge }) => judgeForge(forge),
  judgeBacklog,
  judgeLock,
  judgeLedger,
  judgeDisk,
  judgeWritable,
  judgeLeftovers,
];

/** What the findings come to: one check for each thing that could be looked at. */
export const judgeFindings = (findings: Findings): readonly HealthCheck[] =>
  judges.flatMap((judge) => judge(findings) ?? []);

function judgeGit({ repository }: Findings): HealthCheck | null {
  if (repository.kind === "sound") return ok("git", `git ${repository.gitVersion}`);
  return repository.isGitMissing ? failure("git", repository.message, repository.fix) : null;
}

function judgeRepository({ repository }: Findings): HealthCheck | null {
  if (repository.kind === "unfit")
    return repository.isGitMissing ? null : failure("repository", repository.message, repository.fix);
  const { root, branch, underWay } = repository;
  if (underWay !== null) return failure("repository", `A ${underWay} is under way in ${root}.`, "Finish or abort it.");
  if (branch === null)
    return failure("repository", `HEAD is detached in ${root}.`, "Check out a branch: git switch NAME.");
  return ok("repository", `${root}, on ${branch}`);
}

function judgeTree({ tree }: Findings): HealthCheck | null {
  if (tree === null) return null;
  const { foreign, startsFrom } = tree;
  if (foreign.length > 0)
    return failure(
      "tree",
      `uncommitted changes: ${named(foreign)}`,
      "Commit or stash them (git stash): a run does not start over changes of yours.",
    );
  return startsFrom === null
    ? ok("tree", "there are no uncommitted changes in the way of a run")
    : warning(
        "tree",
        `tasks start from ${startsFrom}, but another branch is checked out: they will not contain what is committed here`,
        `Go there first: git switch ${startsFrom}.`,
      );
}

function judgeConfig({ config }: Findings): HealthCheck {
  const problems = config.problems.filter(({ severity }) => severity !== "notice");
  if (problems.length === 0) return ok("config", "the settings are readable");
  const told = listed(problems.map(problemText));
  const isBad = problems.some(({ severity }) => severity === "error");
  return (isBad ? failure : warning)(
    "config",
    told,
    "Mend what is named; `ralph config` shows each value and where it comes from.",
  );
}

function judgeSkills({ skills, config }: Findings): HealthCheck {
  const match = matchSkills(skills, config.contract);
  switch (match.kind) {
    case "none":
      return ok("skills", "no skills of ours are installed; the prompt of each call holds the contract");
    case "match":
      return ok(
        "skills",
        `${[...new Set(match.skills.map(({ name, version }) => `${name} ${version ?? ""}`.trim()))].join(", ")}, as the contract ${config.contract} wants`,
      );
    case "differs":
      return warning(
        "skills",
        match.message,
        "Run `ralph upgrade`, or set RALPH_CONTRACT to the contract that it teaches.",
      );
  }
}

function judgeInstalled({ installed: { behind, open } }: Findings): HealthCheck | null {
  if (open.length > 0)
    return warning(
      "upgrade",
      `conflicts of an upgrade wait for you: ${named(open)}`,
      "Settle the text beside each file (its name ends in .merge), move it over the file, and run `ralph upgrade`.",
    );
  return behind.length === 0
    ? null
    : warning(
        "upgrade",
        `an earlier version of ralph has installed ${named(behind)}`,
        "See what is new with `ralph upgrade --dry-run`; `ralph upgrade` keeps your changes.",
      );
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, shown).join(", ")}${paths.length > shown ? ` and ${paths.length - shown} more` : ""}`;

function judgeGate({ gate }: Findings): HealthCheck {
  const { commands, missing, found } = gate;
  const proposal = found.length === 0 ? "npm test" : found.join(" ;; ");
  if (commands.length === 0)
    return warning(
      "gate",
      "no gate is set: nothing that lands is proven by a check",
      `Set it in .ralphrc: RALPH_GATE="${proposal}".`,
    );
  if (missing.length > 0)
    return failure("gate", `not found: ${missing.join(", ")}`, "Install it, or correct RALPH_GATE in .ralphrc.");
  return ok("gate", `${commands.join(", ")} (found, not run)`);
}

function judgeBacklog({ backlog }: Findings): HealthCheck | null {
  if (backlog === null) return null;
  if (backlog.kind === "unreadable") return failure("backlog", faultText(backlog.fault), backlog.fault.hint);
  const { faults, open, all, place } = backlog;
  const where = place === undefined ? "" : ` (${place})`;
  const [first] = faults;
  if (first === undefined)
    return open === 0
      ? warning("backlog", `none of its ${all} tasks is open${where}`, "Add tasks to it.")
      : ok("backlog", `${open} open, ${all - open} closed${where}`);
  const isBad = faults.some(({ severity }) => severity === "error");
  return (isBad ? failure : warning)(
    "backlog",
    listed(faults.map(faultText)),
    first.hint === "" ? "See `ralph plan check`." : first.hint,
  );
}

const faultText = ({ file, line, message }: FaultSeen): string =>
  message.startsWith(file) ? message : `${file}${line === null ? "" : `:${line}`}: ${message}`;

const shown = 3;

const listed = (texts: readonly string[]): string =>
  [...texts.slice(0, shown), ...(texts.length > shown ? [`and ${texts.length - shown} more`] : [])].join("\n");

function judgeLock({ lock }: Findings): HealthCheck | null {
  if (lock === null) return null;
  const by = "run" in lock && lock.run !== null ? ` by run ${lock.run}` : "";
  switch (lock.state) {
    case "free":
      return ok("lock", "no run is at work here");
    case "live":
      return ok("lock", `held${by}, which is at work`);
    case "stale":
      return warning(
        "lock",
        `left over${by}: ${lock.why}`,
        "Nothing to do: the next run takes it over, and settles what was left.",
      );
    case "uncertain":
      return warning(
        "lock",
        `held${by}; ${lock.why}`,
        "See on the other machine whether it is still at work: `ralph status`.",
      );
  }
}

function judgeLedger({ ledger }: Findings): HealthCheck {
  if (ledger.kind === "fails") return failure("ledger", ledger.message, ledger.fix);
  return ok(
    "ledger",
    ledger.lastRun === null ? "it can be opened; no run yet" : `it can be opened; the last run is ${ledger.lastRun}`,
  );
}

const mega = 1024 * 1024;
const little = 1024 * mega;
const tooLittle = 100 * mega;

function judgeDisk({ disk }: Findings): HealthCheck | null {
  if (disk === null) return null;
  const free =
    disk.freeBytes >= little
      ? `${Math.floor(disk.freeBytes / little)} GB free`
      : `${Math.floor(disk.freeBytes / mega)} MB free`;
  if (disk.freeBytes < tooLittle) return failure("disk", free, "Free some space: logs and work trees need it.");
  return disk.freeBytes < little ? warning("disk", free, "Free some space before a long run.") : ok("disk", free);
}

function judgeWritable({ unwritable }: Findings): HealthCheck {
  return unwritable.length === 0
    ? ok("writable", "repository and temporary folder can be written to")
    : failure(
        "writable",
        `can't be written to: ${unwritable.join(", ")}`,
        "Mend owner or permissions of these folders.",
      );
}

function judgeLeftovers({ leftovers }: Findings): HealthCheck | null {
  if (leftovers === null) return null;
  const { killedRun, kept, branches } = leftovers;
  if (killedRun !== null)
    return warning(
      "leftovers",
      `run ${killedRun} was killed in the middle of its work`,
      "Nothing to do: the next `ralph run` settles it first.",
    );
  if (kept.length + branches.length === 0) return ok("leftovers", "none");
  return ok("leftovers", `kept work of tasks that did not land: ${named([...branches, ...kept])} (\`ralph wip list\`)`);
}
