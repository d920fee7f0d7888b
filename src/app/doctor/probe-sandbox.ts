import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import { tryBubblewrap } from "../../adapters/system/sandbox/try-bubblewrap.ts";
import type { SandboxSeen } from "../../install/doctor/findings.ts";
import type { Desk } from "../desk/desk.ts";

/** Lets a shell knock on the walls of bubblewrap, whether it is asked for or not: who has it may want it. */
export async function probeSandbox({ config, world }: Desk): Promise<SandboxSeen> {
  const wanted = config.sandbox;
  if (world.platform !== "linux") return { wanted, fails: "bubblewrap is for Linux alone" };
  await using processes = processSupervisor();
  const tried = await tryBubblewrap(processes, agentEnvironment(world.env, [], {}));
  return { wanted, fails: tried.kind === "fails" ? tried.why : null };
}
