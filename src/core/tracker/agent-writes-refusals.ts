import type { Policy } from "../policy.ts";

/* What a run can't do where agents write to the tracker, in sentences for people. */
const rules: readonly { readonly holds: (policy: Policy) => boolean; readonly words: string }[] = [
  {
    holds: ({ audit }) => audit,
    words:
      "an audit's findings are filed by Ralph itself. Start audits with RALPH_LINEAR_WRITES=harness in the environment.",
  },
  {
    holds: ({ audit, playbook }) => !audit && playbook !== "workflow",
    words: "only the playbook workflow tells agents how. Set RALPH_PLAYBOOK=workflow, or RALPH_LINEAR_WRITES=harness.",
  },
  {
    holds: ({ audit, contract }) => !audit && contract === "status/1",
    words:
      "the contract status/1 has no fields for the tracker. Set RALPH_CONTRACT=workflow/1.2, or RALPH_LINEAR_WRITES=harness.",
  },
  {
    holds: ({ playbook, answer }) => playbook === "workflow" && answer === "summary",
    words:
      "answers have to end with the status block. Take work.answer out of the configuration, or set RALPH_LINEAR_WRITES=harness.",
  },
];

/** Why agents can't write to the tracker in such a run, each with its cure; empty where they can, or where the harness writes. */
export const agentWritesRefusals = (policy: Policy): readonly string[] =>
  policy.tracker === undefined
    ? []
    : rules.filter(({ holds }) => holds(policy)).map(({ words }) => `RALPH_LINEAR_WRITES=agent: ${words}`);
