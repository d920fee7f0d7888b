import { join } from "node:path";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import type { Config } from "../../config/schema.ts";
import type { Policy } from "../../core/policy.ts";
import type { CallSettings } from "../../loop/tools.ts";
import type { Backlog } from "../../ports/backlog.ts";
import { packageRoot } from "../package-root.ts";
import type { RunPlace } from "../running/run-place.ts";

/** What the settings of calls are made from. Paths are absolute; `self` is the argv that starts this program again. */
interface CallParts {
  readonly config: Config;
  readonly policy: Policy;
  readonly place: RunPlace;
  readonly backlog: Pick<Backlog, "files">;
  readonly around: { readonly env: Readonly<Record<string, string | undefined>> };
  readonly ralph: string;
  readonly logs: string;
  readonly self: readonly string[];
}

/** What all calls of agents have in common: their environment, their hooks, their logs and the size of their prompts. */
export function callSettings(parts: CallParts): CallSettings {
  const { config, around, logs } = parts;
  return {
    // Made anew for each call: a plan may move when its workspace is made, after this.
    get env() {
      return agentEnvironment(around.env, config.agents.env, knownToHooks(parts));
    },
    inherited: (name) => around.env[name],
    hook: [...parts.self, "hook"],
    assets: join(packageRoot(), "assets"),
    focusedTest: config.gate.focused,
    promptMaxBytes: config.prompt.maxBytes,
    logPath: (iteration, role, call) => join(logs, `${iteration}.${role}${call > 1 ? `.${call}` : ""}.jsonl`),
  };
}

/** What the hook process would else have to look for. */
const knownToHooks = ({ policy, config, place, backlog, ralph }: CallParts): Readonly<Record<string, string>> => ({
  RALPH_ANSWER: policy.answer,
  RALPH_BRANCHING: policy.branching,
  RALPH_CLOSE: policy.close,
  RALPH_CONTRACT: policy.contract,
  RALPH_DEFAULT_BRANCH: place.repository.defaultBranch,
  RALPH_GUARD_DENY: config.guard.deny.join(","),
  RALPH_GUARD_LIFT: config.guard.lift.join(","),
  RALPH_LINEAR_WRITES: policy.tracker ?? "harness",
  ...(policy.tracker === undefined ? {} : { RALPH_SOURCE: policy.source }),
  RALPH_PLAYBOOK: policy.playbook,
  RALPH_PLAN_FILES: backlog.files.join("\n"),
  RALPH_PROTECTED_BRANCHES: config.landing.protected.join(","),
  RALPH_STATE_FOLDER: ralph,
});
