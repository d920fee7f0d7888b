import type { ConfigProblem } from "../../config/problem.ts";
import type { Contract } from "../../core/policy.ts";
import type { InstalledSkill } from "../skill-version.ts";

/** What the probes of `ralph doctor` saw, as plain data; null where there was nothing to look at (no repository). */
export interface Findings {
  readonly node: { readonly version: string };
  readonly repository: Repository;
  readonly tree: TreeSeen | null;
  readonly config: { readonly problems: readonly ConfigProblem[]; readonly contract: Contract };
  readonly agent: AgentSeen;
  readonly hook: HookSeen;
  readonly firing: HookFiring;
  readonly sandbox: SandboxSeen;
  readonly skills: readonly InstalledSkill[];
  /** Files of skills and roles that an upgrade would renew, and those whose conflict waits for a person. */
  readonly installed: { readonly behind: readonly string[]; readonly open: readonly string[] };
  readonly gate: GateSeen;
  readonly forge: ForgeSeen;
  readonly backlog: BacklogSeen | null;
  readonly lock: LockSeen | null;
  readonly ledger: LedgerSeen;
  readonly disk: { readonly freeBytes: number } | null;
  /** Folders that a run writes to and that can't be written to. */
  readonly unwritable: readonly string[];
  readonly leftovers: Leftovers | null;
}

/** The repository as doctor finds it, or why no run can start in it. */
export type Repository =
  | {
      readonly kind: "sound";
      readonly gitVersion: string;
      readonly root: string;
      readonly branch: string | null;
      readonly underWay: string | null;
    }
  | { readonly kind: "unfit"; readonly isGitMissing: boolean; readonly message: string; readonly fix: string };

/** The service that work lands by, and what may be done there; `none`: it lands here. */
export type ForgeSeen =
  | { readonly kind: "none" }
  | { readonly kind: "unreachable"; readonly message: string; readonly fix: string }
  | {
      readonly kind: "reached";
      /** `owner/name`. */
      readonly repository: string;
      readonly defaultBranch: string;
      readonly mayPush: boolean;
      readonly autoMerge: boolean;
      readonly squash: boolean;
      /** Null: not told. */
      readonly isProtected: boolean | null;
    };

/** The work tree as a run would find it; null in the findings where a run is at work, or a killed one is not settled yet. */
export interface TreeSeen {
  /** Uncommitted changes that a run would not start over. */
  readonly foreign: readonly string[];
  /** The branch that tasks begin from, where another one is checked out; else null. */
  readonly startsFrom: string | null;
}

/** The agent that the configuration names. `version` null: not asked for, or not told. */
export interface AgentSeen {
  readonly name: string;
  readonly program: string | null;
  readonly version: string | null;
  readonly triedVersions: readonly string[];
  readonly problem: string | null;
  /** A script that it is to play and that is not there: its path. */
  readonly missingScript?: string;
  readonly login: Login;
}

/** What can be told of the log-in without asking the provider. `needless`: this agent has none. */
export type Login =
  | { readonly kind: "found"; readonly how: string }
  | { readonly kind: "not-found"; readonly looked: readonly string[] }
  | { readonly kind: "needless" };

/**
 * How the hook process judged a write that it has to refuse. `registered` is how an agent's own settings name our hooks; `shared`:
 * by a path of one machine, in a file for all.
 */
export interface HookSeen {
  readonly exitCode: number | null;
  readonly said: string;
  readonly ms: number;
  readonly registered: "no" | "current" | "outdated" | "shared";
}

/** Whether the agent's own program asks the hook, tried with a write that has to be refused. */
export type HookFiring =
  /** It was refused: by the hook, or by rules that the program has in its place. */
  | { readonly kind: "fires"; readonly by: "hook" | "rules" }
  /** The write went through. */
  | { readonly kind: "silent" }
  | { readonly kind: "untried"; readonly why: string }
  /** This agent has no hooks. */
  | { readonly kind: "needless" };

/** The sandbox that is asked for, and why bubblewrap would not hold here; null: it was tried, and holds. */
export interface SandboxSeen {
  readonly wanted: "none" | "agent" | "bwrap" | "container";
  readonly fails: string | null;
}

/** The gate as it is configured, and what of it is missing. */
export interface GateSeen {
  readonly commands: readonly string[];
  /** Programs of the commands that can't be found. */
  readonly missing: readonly string[];
  /** Checks that the project seems to have. */
  readonly found: readonly string[];
}

/** A fault of a backlog: where, what, and the mend. */
export interface FaultSeen {
  readonly severity: "error" | "warning";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
}

/** The backlog with all its faults, or the one that keeps it from being read. */
export type BacklogSeen =
  | {
      readonly kind: "read";
      readonly open: number;
      readonly all: number;
      readonly faults: readonly FaultSeen[];
      /** Where it is and as whom we are there, for a service behind a network. */
      readonly place?: string;
    }
  | { readonly kind: "unreadable"; readonly fault: FaultSeen };

/** Whether somebody is at work in this repository. */
export type LockSeen =
  | { readonly state: "free" }
  | { readonly state: "live" | "stale" | "uncertain"; readonly run: string | null; readonly why: string };

/** Whether the ledger can be opened. */
export type LedgerSeen =
  | { readonly kind: "opens"; readonly lastRun: string | null }
  | { readonly kind: "fails"; readonly message: string; readonly fix: string };

/** What earlier runs have left behind. */
export interface Leftovers {
  /** The last run where it has no end and nobody is at work. */
  readonly killedRun: string | null;
  /** Refs of kept work. */
  readonly kept: readonly string[];
  /** Branches of tasks that were set aside. */
  readonly branches: readonly string[];
}
