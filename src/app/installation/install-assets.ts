import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { AgentTexts } from "../../install/files/asset-files.ts";
import type { InstallTexts } from "../../install/plan-install.ts";
import { packageRoot } from "../package-root.ts";

const assets = (...path: readonly string[]): string => join(packageRoot(), "assets", ...path);
const text = (...path: readonly string[]): string => readFileSync(assets(...path), "utf8");

/** The skills and roles of this version. */
export function agentTexts(): AgentTexts {
  return {
    skills: Object.fromEntries(
      readdirSync(assets("skills"))
        .toSorted()
        .map((name) => [name, text("skills", name, "SKILL.md")]),
    ),
    roles: Object.fromEntries(
      readdirSync(assets("roles"))
        .toSorted()
        .map((file) => [basename(file, ".md"), text("roles", file)]),
    ),
  };
}

/** All texts that `ralph init` writes from. */
export const installTexts = (): InstallTexts => ({
  plan: text("init", "fix_plan.md"),
  ralphrc: text("init", "ralphrc"),
  agents: agentTexts(),
});

/** The version of this program, as its package has it. */
export function ownVersion(): string {
  const manifest: { readonly version?: unknown } = JSON.parse(
    readFileSync(join(packageRoot(), "package.json"), "utf8"),
  );
  return typeof manifest.version === "string" ? manifest.version : "0.0.0";
}
