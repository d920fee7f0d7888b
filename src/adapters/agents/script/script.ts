import type { AgentDialect } from "../../../ports/agent.ts";
import { jsonlReader } from "../command/command.ts";

/**
 * The agent that plays a script instead of asking a model: for the demo, for tests and for replays.
 * `family` is the vendor whose part it plays. `player` is the argv that starts the bundled player (see `play`); the script's path is added to it. Both absolute.
 * Throws RangeError for an empty player.
 */
export function script(player: readonly string[], file: string, family = "script"): AgentDialect {
  const [program, ...args] = player;
  if (program === undefined) throw new RangeError("The script agent needs the argv of its player.");
  return {
    name: "script",
    family,
    abilities: { resume: false, hooks: false, schema: false, budget: false, sandbox: false },
    triedVersions: [],
    env: [],
    command: (request) => ({ file: program, args: [...args, file], env: {}, stdin: request.prompt }),
    read: () => jsonlReader(true),
  };
}
