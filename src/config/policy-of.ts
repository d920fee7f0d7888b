import type { CrewRules } from "../core/crew/crew-rules.ts";
import { defaultRisk } from "../core/crew/risk.ts";
import { judgingRoles } from "../core/judging-roles.ts";
import { defaultPlaybook, playbookFacts, type Policy, type ReviewRules, type SourceKind } from "../core/policy.ts";
import { units } from "./kinds.ts";
import type { Config } from "./schema.ts";

/** What belongs to one start and is no setting. */
export interface RunWishes {
  /** The source in force: the configured one, else the one that was found. */
  readonly source: SourceKind;
  /** A person's own number of tasks; null is none. */
  readonly cap: number | null;
  readonly once: boolean;
  readonly optional: boolean;
  readonly unattended: boolean;
  readonly audit: boolean;
}

const milliseconds = (value: number, unit: keyof typeof units): number => Math.round(value * units[unit]);

const orNull = (minutes: number | null): number | null => (minutes === null ? null : milliseconds(minutes, "minutes"));

/** What the core gets to know of the configuration: plain numbers and words, what is unset filled in by the playbook. */
export function policyOf(config: Config, wishes: RunWishes): Policy {
  return wishes.audit ? forAudit(usualPolicy(config, wishes)) : usualPolicy(config, wishes);
}

/** An audit only looks: it needs no branch, no gate and nobody who closes tasks but the harness, and reports by the work type AUDIT. */
const forAudit = ({ merges: _merges, ...policy }: Policy): Policy => ({
  ...policy,
  ...playbookFacts("workflow", policy.source, "workflow/1.2"),
  playbook: "workflow",
  contract: "workflow/1.2",
  close: "harness",
  branching: "current",
  recovery: "resume",
  gated: false,
  simplify: false,
});

function usualPolicy(config: Config, wishes: RunWishes): Policy {
  const { limits, work, breaker } = config;
  const playbook = config.playbook ?? defaultPlaybook[wishes.source];
  const facts = playbookFacts(playbook, wishes.source, config.contract);
  const isOfAgents = wishes.source === "linear" && config.linear.writes === "agent";
  return {
    ...wishes,
    contract: config.contract,
    playbook,
    qa: work.qa ?? facts.qa,
    // Where agents write to the tracker, nothing that they tick is looked for: what has landed is done.
    close: isOfAgents ? "harness" : (work.close ?? facts.close),
    branching: config.landing.branching ?? facts.branching,
    answer: work.answer ?? facts.answer,
    onBlocked: work.onBlocked ?? facts.onBlocked,
    recovery: config.recovery ?? facts.recovery,
    session: config.session,
    sessionExpiryMs: milliseconds(config.sessionExpiryHours, "hours"),
    run: {
      iterations: limits.iterations,
      timeMs: orNull(limits.timeMinutes),
      costUsd: limits.costUsd,
      tokens: limits.tokens,
    },
    task: {
      iterations: limits.task.iterations,
      timeMs: orNull(limits.task.timeMinutes),
      costUsd: limits.task.costUsd,
      tokens: limits.task.tokens,
    },
    callsPerHour: limits.callsPerHour,
    callTimeoutMs: milliseconds(limits.callMinutes, "minutes"),
    idleTimeoutMs: milliseconds(limits.idleMinutes, "minutes"),
    onLimit: limits.onLimit,
    limitWaitMs: limits.limitWaitHours === null ? null : milliseconds(limits.limitWaitHours, "hours"),
    exitWindow: config.exit.window,
    breaker: {
      noProgress: breaker.noProgress,
      sameError: breaker.sameError,
      permissionDenials: breaker.permissionDenials,
      outputDeclinePercent: breaker.outputDeclinePercent,
      cooldownMs: milliseconds(breaker.cooldownMinutes, "minutes"),
      autoReset: breaker.autoReset,
    },
    review: reviewRules(config),
    crew: crewRules(config),
    ...mergeRules(config),
    briefs: hasCoordinator(config),
    commits: { scopes: config.landing.scopes, coAuthor: config.landing.coAuthor },
    gated: config.gate.commands.length > 0,
    baseline: config.gate.baseline,
    quarantine: config.gate.quarantine,
    simplify: work.simplify,
    ...(isOfAgents ? { tracker: "agent" as const } : {}),
  };
}

const reviewRules = ({ work, review }: Config): ReviewRules => ({
  roles: work.qaRoles === null ? null : judgingRoles.filter((role) => work.qaRoles?.includes(role)),
  program: work.validator !== null,
  minMs: milliseconds(review.minSeconds, "seconds"),
  minMsByModel: Object.fromEntries(
    Object.entries(review.minSecondsByModel).map(([model, value]) => [model, milliseconds(value, "seconds")]),
  ),
});

/** Nothing where work lands without a forge. */
const mergeRules = ({ landing }: Config): Pick<Policy, "merges"> =>
  landing.forge === "none"
    ? {}
    : {
        merges: {
          forge: landing.forge,
          async: landing.asyncMerge,
          pollMs: milliseconds(landing.mergePollSeconds, "seconds"),
          patienceMs: milliseconds(landing.mergeWaitMinutes, "minutes"),
        },
      };

/** A coordinator is asked where one is named: its program, its command or its model. */
const hasCoordinator = ({ roles: { coordinator } }: Config): boolean =>
  coordinator.kind !== null || coordinator.command !== null || coordinator.model !== null;

/** A person's own rules of risk are added to those that hold everywhere. */
const crewRules = ({ risk, crew, gate }: Config): CrewRules => ({
  rounds: 3,
  risk: {
    paths: [...defaultRisk.paths, ...risk.paths],
    keywords: [...defaultRisk.keywords, ...risk.keywords],
  },
  judge: crew.judge,
  prepares: gate.clean.length > 0 || gate.prepare.length > 0,
});
