import type { ForgeSeen } from "../../install/doctor/findings.ts";
import { ForgeError } from "../../ports/forge.ts";
import type { RepositoryView } from "../../ports/workspace.ts";
import { forgeOf } from "../compose/forge.ts";
import type { Desk } from "../desk/desk.ts";
import { problemOf } from "../problems.ts";

/** Nobody waits at a screen for a server that does not answer. */
const patienceMs = 20_000;

/** What may be done at the forge that work lands by. */
export async function probeForge(view: RepositoryView | null, { config, world }: Desk): Promise<ForgeSeen> {
  if (view === null || config.landing.forge === "none") return { kind: "none" };
  try {
    const forge = await forgeOf(config, view, world);
    if (forge === null) return { kind: "none" };
    const { protectedBase = null, ...access } = await forge.access(AbortSignal.timeout(patienceMs));
    return { kind: "reached", ...access, isProtected: protectedBase };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      return { kind: "unreachable", message: "the forge did not answer", fix: "Check the network, then try again." };
    const problem = error instanceof ForgeError ? problemOf(error) : null;
    if (problem === null) throw error;
    return { kind: "unreachable", message: problem.message, fix: problem.next };
  }
}
