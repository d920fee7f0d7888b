import type { ForgeSeen } from "./findings.ts";
import { failure, type HealthCheck, ok, warning } from "./health-check.ts";

const autoMergeCure =
  "Allow auto-merge in the repository's settings, so that GitHub merges by itself once checks are through; without it a run waits for them.";

/** Whether work can be offered and merged where the configuration says; null where it lands here. */
export function judgeForge(seen: ForgeSeen): HealthCheck | null {
  switch (seen.kind) {
    case "none":
      return null;
    case "unreachable":
      return failure("forge", seen.message, seen.fix);
    case "reached": {
      const { repository, defaultBranch } = seen;
      if (!seen.mayPush)
        return failure(
          "forge",
          `the key may read ${repository} but not push to it`,
          "Give it the right to write contents and pull requests, or use another one (GH_TOKEN).",
        );
      if (!seen.squash)
        return failure(
          "forge",
          `${repository} does not allow squash merges, and each task lands as one commit`,
          "Allow squash merging in the repository's settings.",
        );
      const told = `${repository}: the key may push; ${protection(seen.isProtected, defaultBranch)}`;
      return seen.autoMerge
        ? ok("forge", `${told}; auto-merge is allowed`)
        : warning("forge", `${told}; auto-merge is not allowed`, autoMergeCure);
    }
  }
}

function protection(isProtected: boolean | null, branch: string): string {
  if (isProtected === null) return `whether ${branch} is protected is not known`;
  return isProtected ? `${branch} is protected` : `${branch} is not protected, so that no check is required there`;
}
