import { mkdirSync, rmSync } from "node:fs";
import type { SurfaceFinding, SurfaceGuard } from "../../ports/surface.ts";
import { compareSurface } from "./control-surface/compare-surface.ts";
import { putBack } from "./control-surface/put-back.ts";
import type { Surface, SurfaceOptions } from "./control-surface/surface.ts";
import { takeSurface } from "./control-surface/take-surface.ts";

/** Guards the control surface by digests taken before each agent call, and puts back what differs after it (G-1). */
export function surfaceGuard(options: SurfaceOptions): SurfaceGuard {
  let taken: Surface | null = null;
  const toolingSeen = new Set<string>();
  return {
    take: async () => {
      mkdirSync(options.keepFolder, { recursive: true, mode: 0o700 });
      taken = takeSurface(options, taken ?? undefined);
    },
    putBack: async () => {
      if (taken === null) return [];
      const changes = compareSurface(taken);
      const attacks = changes.filter((change) => change.severity === "attack" || toolingSeen.has(change.path));
      const results = new Map(putBack(taken, attacks).map((result) => [result.path, result]));
      const findings = changes.map((change): SurfaceFinding => {
        const repeated = toolingSeen.has(change.path);
        if (change.severity === "tooling") toolingSeen.add(change.path);
        const failed =
          results.get(change.path)?.outcome === "failed"
            ? `; it could not be put back: ${results.get(change.path)?.why ?? "unknown"}`
            : "";
        return {
          path: change.path,
          what: `${change.detail}${failed}`,
          severity: change.severity === "attack" || repeated ? "attack" : "tooling",
        };
      });
      taken = takeSurface(options, taken);
      return findings;
    },
  };
}

/** Removes the private copies of a run. */
export const forgetCopies = (keepFolder: string): void => rmSync(keepFolder, { recursive: true, force: true });
