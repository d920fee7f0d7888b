import type { ConfigProblem, Origin } from "./problem.ts";
import { fileAndLine } from "./problem.ts";
import { roles } from "../core/outcome.ts";
import type { Config } from "./schema.ts";
import { rows } from "./table.ts";

type OriginOf = (path: string) => Origin;
type Check = (config: Config, originOf: OriginOf) => readonly ConfigProblem[];

const needsCommand: ReadonlySet<string | null> = new Set(["command", "acp"]);

type Found = Pick<ConfigProblem, "severity" | "key" | "message" | "hint">;

const incomplete = (origin: Origin, found: Found): ConfigProblem => ({
  code: "incomplete",
  ...fileAndLine(origin),
  near: null,
  ...found,
});

/** What no setting can say by itself: settings that need each other. Each check gives what it found. */
const checks: readonly Check[] = [
  function agentHasCommand({ agent }, originOf) {
    if (!needsCommand.has(agent.kind) || agent.command !== null) return [];
    const message = `The agent is "${agent.kind}", but nothing says which program that is.`;
    return [
      incomplete(originOf("agent.kind"), {
        severity: "error",
        key: "agent.command",
        message,
        hint: "Set RALPH_AGENT_COMMAND.",
      }),
    ];
  },
  function rolesHaveCommands(config, originOf) {
    return roles.flatMap((role) => {
      const { kind, command } = config.roles[role];
      const inherits = kind === config.agent.kind && config.agent.command !== null;
      if (!needsCommand.has(kind) || command !== null || inherits) return [];
      const message = `The agent of the ${role} is "${kind}", but nothing says which program that is.`;
      const cure = `Set RALPH_AGENT_COMMAND_${role.toUpperCase()}.`;
      return [
        incomplete(originOf(`roles.${role}.kind`), {
          severity: "error",
          key: `roles.${role}.command`,
          message,
          hint: cure,
        }),
      ];
    });
  },
  function linearHasProject({ source, linear }, originOf) {
    if (source !== "linear" || linear.project !== null) return [];
    const message = "Tasks come from Linear, but no project is named.";
    return [
      incomplete(originOf("source"), {
        severity: "error",
        key: "linear.project",
        message,
        hint: "Set RALPH_LINEAR_PROJECT.",
      }),
    ];
  },
  function asyncMergeHasForge({ landing }, originOf) {
    if (!landing.asyncMerge || landing.forge !== "none") return [];
    const message = "Pull requests are to wait while work goes on, but without a forge there are none.";
    return [
      incomplete(originOf("landing.asyncMerge"), {
        severity: "warning",
        key: "landing.asyncMerge",
        message,
        hint: "Set RALPH_FORGE=github.",
      }),
    ];
  },
  function secretsStayOutOfFiles(_, originOf) {
    return rows.flatMap(({ path, setting }) => {
      const origin = originOf(path);
      if (setting.secret !== true || !("file" in origin)) return [];
      const problem: ConfigProblem = {
        severity: "notice",
        code: "secret-in-file",
        key: path,
        ...fileAndLine(origin),
        message: `${path} may hold a secret, and ${origin.file} is part of the repository.`,
        hint: `Set ${setting.key ?? "it"} in the environment instead.`,
        near: null,
      };
      return [problem];
    });
  },
];

/** Everything that is wrong between settings. */
export const checkConfig: Check = (config, originOf) => checks.flatMap((check) => check(config, originOf));
