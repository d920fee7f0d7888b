import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import type { SourceKind } from "../../core/policy.ts";
import { detectBacklogs } from "../../install/detect/detect-backlogs.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";

/** The source in force: the one that is named, else what the named file is, else the first backlog that the repository has. */
export function sourceOf(config: Config, root: string): SourceKind {
  if (config.source !== null) return config.source;
  if (config.plan.file !== null) return kindOfFile(root, config.plan.file);
  const [found] = detectBacklogs(glimpseOf(root));
  return found?.source ?? "file";
}

/** What kind of backlog a file is, by its name's ending and what is in it. */
export function kindOfFile(root: string, name: string): SourceKind {
  if (/\.ya?ml$/i.test(name)) return "task-index";
  if (/\.json$/i.test(name)) return textAt(join(root, name)).includes('"userStories"') ? "prd-json" : "taskmaster";
  if (/(?:^|\/)(?:specs|openspec\/changes)\/[^/]+\/tasks\.md$/i.test(name)) return "speckit";
  return /^#{1,4}[ \t]+\**increment\b/im.test(textAt(join(root, name))) ? "exec-plan" : "file";
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
