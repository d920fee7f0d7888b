import { holdsControlSurface, surfaceRule, protectionOf } from "./paths/control-surface.ts";
import { showHidden } from "./paths/escape.ts";
import { judgeWrite } from "./judge-write.ts";
import { allowed, type Judgement, meansSource, refused, type Scene } from "./judgement.ts";
import { placePath } from "./paths/repository-path.ts";

const judgeHeld = (path: string, scene: Scene): Judgement => {
  if (!holdsControlSurface(path, scene)) return allowed;
  const name = showHidden(path === "" ? "." : path);
  return protectionOf(path, scene) === "plan"
    ? refused("plan-file", `${name} is the plan; it may be edited, not removed or emptied.`, "Edit it in place.")
    : refused(
        "control-surface",
        `${name} is or holds ${surfaceRule(path)?.what ?? "files of the harness"}.`,
        meansSource,
      );
};

const absolutePath = (path: string, scene: Scene): string => {
  const placed = placePath(scene.root, scene.cwd, path);
  if (placed.kind === "doubtful") return scene.root;
  return placed.kind === "outside" ? placed.path : `${scene.root}/${placed.path}`.replace(/\/$/, "");
};

/**
 * Whether an agent may remove, move away or empty what lies at `path`: as for writing, and nothing of the control
 * surface may lie in it. A link is judged by where it lies, not by where it leads.
 */
export function judgeRemoval(path: string, scene: Scene): Judgement {
  const written = placePath(scene.root, scene.cwd, path);
  const held = written.kind === "inside" ? judgeHeld(written.path, scene) : allowed;
  if (!held.allowed) return held;
  const { resolve } = scene;
  if (resolve === undefined || written.kind === "doubtful" || path.endsWith("/")) return judgeWrite(path, scene);
  const absolute = absolutePath(path, scene);
  const at = absolute.lastIndexOf("/");
  const real = `${resolve(absolute.slice(0, at) || "/")}/${absolute.slice(at + 1)}`.replace("//", "/");
  const root = resolve(scene.root);
  const there = placePath(root, root, real);
  const heldThere = there.kind === "inside" ? judgeHeld(there.path, scene) : allowed;
  return heldThere.allowed
    ? judgeWrite(path, { ...scene, resolve: (place) => (place === absolute ? real : resolve(place)) })
    : heldThere;
}
