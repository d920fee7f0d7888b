import { type Check, type CheckPlan, nextId, type World } from "./world.ts";

/** The checks of a commit: its own, else those that each commit gets, made at the first look. */
export function checksOf(world: World, sha: string): readonly Check[] {
  const known = world.checks.get(sha);
  if (known !== undefined) return known;
  return setChecks(world, sha, world.ci);
}

/** Gives a commit these checks, in place of all that it had. */
export function setChecks(world: World, sha: string, plans: readonly CheckPlan[]): readonly Check[] {
  const checks = plans.map((plan) => ({
    id: nextId(world),
    name: plan.name,
    kind: plan.kind ?? "actions",
    ends: plan.ends,
    looksLeft: plan.looks ?? 0,
    started: plan.started ?? true,
    log: plan.log ?? "",
    summary: plan.summary ?? "",
    annotations: plan.annotations ?? [],
  }));
  world.checks.set(sha, checks);
  return checks;
}

/** Somebody has looked at the checks of a commit: what ends after so many looks comes nearer to its end. */
export function countLook(world: World, sha: string): void {
  for (const check of checksOf(world, sha)) check.looksLeft = Math.max(0, check.looksLeft - 1);
}

/** True once it has ended. */
export const hasEnded = ({ looksLeft }: Check): boolean => looksLeft === 0;

/** True where it lets a merge through. */
export const isGreen = (check: Check): boolean =>
  hasEnded(check) && (check.ends === "success" || check.ends === "neutral" || check.ends === "skipped");
