import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SurfaceFinding, SurfaceGuard } from "../../ports/surface.ts";
import { compareSurface } from "./control-surface/compare-surface.ts";
import { putBack, type PutBack } from "./control-surface/put-back.ts";
import { forgetSurface, rememberedSurface, rememberSurface } from "./control-surface/remembered-surface.ts";
import type { Surface, SurfaceChange, SurfaceOptions } from "./control-surface/surface.ts";
import { takeSurface } from "./control-surface/take-surface.ts";
import { look } from "./control-surface/walk.ts";

/**
 * Guards the control surface by digests taken before each agent call, and puts back what differs after it. `agentsEnded` is
 * a file that is written once the agents of a killed harness are gone: what was changed later was not changed by them.
 */
export function surfaceGuard(options: SurfaceOptions & { readonly agentsEnded: string }): SurfaceGuard {
  let taken: Surface | null = null;
  const toolingSeen = new Set<string>();
  return {
    take: async () => {
      rmSync(options.agentsEnded, { force: true });
      taken = takeSurface(options, taken ?? undefined);
      rememberSurface(taken);
    },
    putBack: async () => {
      const before = taken ?? rememberedSurface(options);
      if (before === null) return [];
      const changes = compareSurface(before);
      const late = taken === null ? lateChanges(changes, options.agentsEnded) : new Set<SurfaceChange>();
      const ours = changes.filter((change) => !late.has(change));
      const attacks = ours.filter((change) => change.severity === "attack" || toolingSeen.has(change.path));
      const results = new Map(putBack(before, attacks).map((result) => [result.path, result]));
      const findings = ours.map((change): SurfaceFinding => {
        const repeated = toolingSeen.has(change.path);
        if (change.severity === "tooling") toolingSeen.add(change.path);
        return {
          path: change.path,
          what: `${change.detail}${howItWent(results.get(change.path), taken === null)}`,
          severity: change.severity === "attack" || repeated ? "attack" : "tooling",
        };
      });
      taken = takeSurface(options, before);
      forgetSurface(options);
      return [
        ...findings,
        ...[...late].map(({ path, detail }): SurfaceFinding => ({
          path,
          what: detail,
          severity: "tooling",
          left: true,
        })),
      ];
    },
  };
}

/** After a kill a person may have been at it too: where the version that was found lies is said. */
function howItWent(result: PutBack | undefined, afterKill: boolean): string {
  if (result?.outcome === "failed") return `; it could not be put back: ${result.why ?? "unknown"}`;
  return afterKill && result?.aside != null ? `; as it was found it lies in ${result.aside}` : "";
}

/** The changes that were made when no agent was there any more. What is gone has no time of its own: it counts as the agent's. */
function lateChanges(changes: readonly SurfaceChange[], agentsEnded: string): ReadonlySet<SurfaceChange> {
  const ended = statSync(agentsEnded, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  if (ended === undefined) return new Set();
  return new Set(changes.filter(({ at }) => (look(at)?.ctimeNs ?? 0n) > ended));
}

/** Where a work tree's copies, what was taken away in a run, and the word that its agents are gone are kept: in git's own folder. */
export const surfacePlaces = (gitDir: string, run: string) => ({
  keepFolder: join(gitDir, "ralph", "surface"),
  asideFolder: join(gitDir, "ralph", "put-back", run),
  agentsEnded: join(gitDir, "ralph", "surface", "agents-ended"),
});

/** Removes the private copies of a work tree, and what was taken away in a run; null: that stays. */
export function forgetCopies(gitDir: string, run: string | null): void {
  const { keepFolder, asideFolder } = surfacePlaces(gitDir, run ?? "");
  rmSync(keepFolder, { recursive: true, force: true });
  if (run !== null) rmSync(asideFolder, { recursive: true, force: true });
}
