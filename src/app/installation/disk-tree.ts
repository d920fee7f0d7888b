import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { digestOf, keptTextPath } from "../../install/upgrade/install-record.ts";
import { undressed } from "../../install/upgrade/dressed-text.ts";
import type { OnDisk, UpgradeTree } from "../../install/upgrade/plan-upgrade.ts";

/** The repository at `root` (absolute) as an upgrade sees it. */
export const diskTree = (root: string): UpgradeTree => ({
  look: (path) => (linkOn(root, path) === null ? onDisk(join(root, path)) : { kind: "link" }),
  kept: (digest) => {
    const text = glimpseOf(root).text(keptTextPath(digest));
    return text === null || digestOf(undressed(text)) !== digest ? null : undressed(text);
  },
});

const anyWriter = 0o222;

function onDisk(path: string): OnDisk {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: "absent" };
  if (!stats.isFile()) return { kind: "other" };
  try {
    const bytes = readFileSync(path);
    if (!isUtf8(bytes) || bytes.includes(0)) return { kind: "other" };
    return { kind: "file", text: bytes.toString(), isReadOnly: (stats.mode & anyWriter) === 0 };
  } catch {
    return { kind: "other" };
  }
}

/** Whether a path below `root`, or a folder on the way to it, is a link: to a place inside of the repository, or out of it. */
export function linkOn(root: string, path: string): "in" | "out" | null {
  const names = path.split("/");
  for (let count = 1; count <= names.length; count += 1) {
    const at = join(root, ...names.slice(0, count));
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
    return isInside(realpathSync.native(root), targetOf(at)) ? "in" : "out";
  }
  return null;
}

const isInside = (root: string, path: string): boolean => path === root || path.startsWith(root + sep);

/** Where a link leads; one that leads nowhere counts as leading out. */
function targetOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(sep);
  }
}
