import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandForm } from "../../adapters/gates/command-words.ts";
import { loadConfig } from "../../config/load.ts";
import { detectProject } from "../../install/detect/detect-project.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import type { Findings, GateSeen } from "../../install/doctor/findings.ts";
import { installedSkills } from "../../install/skill-version.ts";
import { finderOf } from "../compose/compose.ts";
import type { Desk } from "../desk/desk.ts";
import { rootOf } from "../root.ts";
import type { World } from "../world/world.ts";
import { probeAgent } from "./probe-agent.ts";
import { probeForge } from "./probe-forge.ts";
import { probeFiring } from "./probe-firing.ts";
import { probeHook } from "./probe-hook.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import { probeInstalled } from "./probe-installed.ts";
import {
  probeBacklog,
  probeLeftovers,
  probeLedger,
  probeLock,
  probeRepository,
  probeTree,
} from "./probe-repository.ts";

/** Looks at everything that a run needs. Changes nothing, calls no provider, judges nothing. */
export async function probe(world: World): Promise<Findings> {
  const root = rootOf(world);
  const { config, problems } = await loadConfig({ root, env: world.env });
  const desk: Desk = { world, root, config };
  const [{ seen, view }, agent, hook, firing, sandbox, gate, disk, unwritable] = await Promise.all([
    probeRepository(desk),
    probeAgent(desk),
    probeHook(desk),
    probeFiring(desk),
    probeSandbox(desk),
    probeGate(desk),
    probeDisk(root),
    probeWritable([root, join(root, ".ralph"), tmpdir()]),
  ]);
  const ledger = probeLedger(root);
  const lock = view === null ? null : await probeLock(root);
  const lastRun = ledger.seen.kind === "opens" ? ledger.seen.lastRun : null;
  const isSettled = view !== null && lock?.state === "free" && ledger.hasEnded;
  const isAtWork = lock?.state === "live" || lock?.state === "uncertain";
  return {
    node: { version: process.versions.node },
    repository: seen,
    tree: isSettled ? await probeTree(view, ledger.left, desk) : null,
    config: { problems, contract: config.contract },
    agent,
    hook,
    firing,
    sandbox,
    skills: installedSkills((path) => glimpseOf(root).text(path)),
    installed: await probeInstalled(desk),
    gate,
    forge: await probeForge(view, desk),
    backlog: view === null ? null : await probeBacklog(desk),
    lock,
    ledger: ledger.seen,
    disk,
    unwritable,
    leftovers: view === null ? null : await probeLeftovers(view, ledger.hasEnded || isAtWork ? null : lastRun, desk),
  };
}

async function probeGate({ root, config, world }: Desk): Promise<GateSeen> {
  const { commands } = config.gate;
  const find = finderOf(root, world);
  const forms = commands.map(commandForm);
  const lost = await Promise.all(
    forms.map(async (form) => (form.kind === "words" && (await find(form.file)) === null ? [form.file] : [])),
  );
  return { commands, missing: lost.flat(), found: detectProject(glimpseOf(root)).checks.map(({ command }) => command) };
}

async function probeDisk(root: string): Promise<Findings["disk"]> {
  try {
    const { bavail, bsize } = await statfs(root);
    return { freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}

async function probeWritable(folders: readonly string[]): Promise<readonly string[]> {
  const refused = await Promise.all(folders.map(async (folder) => ((await isRefused(folder)) ? [folder] : [])));
  return refused.flat();
}

async function isRefused(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    return false;
  } catch (error) {
    // A folder that is not there yet is made by the run.
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}
