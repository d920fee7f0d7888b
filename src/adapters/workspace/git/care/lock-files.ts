import { join } from "node:path";
import type { RepositoryView } from "../../../../ports/workspace.ts";
import { exists } from "../read/git-files.ts";

/** The lock files that keep our calls from writing, as far as they are there now. Absolute. */
export const lockFiles = ({ gitDir, commonDir, branch }: RepositoryView): readonly string[] =>
  [
    ...["index.lock", "HEAD.lock"].map((name) => join(gitDir, name)),
    ...["config.lock", "packed-refs.lock", "shallow.lock"].map((name) => join(commonDir, name)),
    ...(branch === null ? [] : [join(commonDir, "refs", "heads", ...`${branch}.lock`.split("/"))]),
  ].filter(exists);
