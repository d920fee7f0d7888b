import { isControlSurface, surfaceRule } from "./paths/control-surface.ts";
import { allowed, type Judgement, meansSource, refused, type Scene } from "./judgement.ts";
import { foldSegment, type PlacedPath, placePath } from "./paths/repository-path.ts";
import { showHidden } from "./paths/escape.ts";

const saysInstead = "Say in your answer what is done or was found: Ralph writes it down.";

/** What git keeps that an ordinary tool may touch: a stale lock, and a person's own ignore list. */
const openInGit = new Set([".git/index.lock", ".git/info/exclude"]);

const isGitInternal = (path: string): boolean =>
  foldSegment(path.split("/", 1)[0] ?? "") === ".git" && !openInGit.has(path);

const below = (folder: string, path: string): boolean => path.startsWith(`${folder.replace(/\/+$/, "")}/`);

/** Another checkout's control surface lies wherever its path *ends* like one. */
const endsInSurface = (path: string): string | null => {
  const names = path.split("/");
  const tail = names
    .map((_, from) => names.slice(from).join("/"))
    .find((rest) => rest !== "" && surfaceRule(rest) !== null);
  return tail === undefined ? null : (surfaceRule(tail)?.what ?? null);
};

/** Below a temporary folder, but not in the folder there that holds this very work tree (or its neighbours). */
const inTemp = (path: string, scene: Scene): boolean =>
  scene.temp.some((temp) => {
    const folder = temp.replace(/\/+$/, "");
    if (!below(folder, path)) return false;
    const [own = ""] = scene.root.slice(folder.length + 1).split("/");
    return !below(folder, scene.root) || !below(`${folder}/${own}`, `${path}/`);
  });

const judgeOutside = (path: string, scene: Scene): Judgement => {
  const foreign = endsInSurface(path);
  if (foreign !== null) return refused("control-surface", `${showHidden(path)} is ${foreign}.`, meansSource);
  if (inTemp(path, scene)) return allowed;
  return refused(
    "outside-repository",
    `${showHidden(path)} lies outside the work tree ${scene.root}.`,
    "Write inside the work tree; for scratch files use the temporary folder.",
  );
};

const judgePlaced = (placed: PlacedPath, scene: Scene): Judgement => {
  switch (placed.kind) {
    case "doubtful":
      return refused(
        "doubtful-path",
        `The path can't be trusted: ${placed.why}.`,
        "Give a plain path inside the work tree.",
      );
    case "outside":
      return judgeOutside(placed.path, scene);
    case "inside": {
      if (isControlSurface(placed.path, scene)) {
        const rule = surfaceRule(placed.path);
        const told = `${showHidden(placed.path)} is ${rule?.what ?? "a plan in which Ralph closes the tasks"}.`;
        return refused("control-surface", told, rule === null ? saysInstead : meansSource);
      }
      if (!isGitInternal(placed.path)) return allowed;
      return refused("git-internals", `${showHidden(placed.path)} is kept by git itself.`, "Use the git program.");
    }
  }
};

/**
 * Whether an agent may write (create, change, replace) at `path`, as written and as the disk resolves it.
 * Outside the work tree only what lies below a temporary folder may be written.
 */
export function judgeWrite(path: string, scene: Scene): Judgement {
  const written = placePath(scene.root, scene.cwd, path);
  // Who climbs out of the work tree by `..` does not mean the temporary folder, even where it happens to lie there.
  const climbs = written.kind === "outside" && !path.startsWith("/");
  const first = judgePlaced(written, climbs ? { ...scene, temp: [] } : scene);
  if (!first.allowed || scene.resolve === undefined || written.kind === "doubtful") return first;
  const absolute = written.kind === "inside" ? `${scene.root}/${written.path}` : written.path;
  const root = scene.resolve(scene.root);
  const temp = [...scene.temp, ...scene.temp.map(scene.resolve)];
  return judgePlaced(placePath(root, root, scene.resolve(absolute)), { ...scene, root, temp });
}
