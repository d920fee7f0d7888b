import { holdsControlSurface } from "../../paths/control-surface.ts";
import type { Scene } from "../../judgement.ts";
import { placePath } from "../../paths/repository-path.ts";

/** True for a path pattern whose fixed beginning is a folder of the project's own, such as `./dist/*`. */
export function isPlainPath(pattern: string, scene: Scene): boolean {
  const fixed = pattern.replace(/[*?[].*$/, "");
  const folder = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  if (folder === "") return false;
  const placed = placePath(scene.root, scene.root, folder);
  return placed.kind === "inside" && placed.path !== "" && !holdsControlSurface(placed.path, scene);
}
