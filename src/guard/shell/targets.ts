import {
  holdsControlSurface,
  isControlSurface,
  mentionsSurface,
  surfaceRule,
  protectionOf,
} from "../paths/control-surface.ts";
import { judgeRemoval } from "../judge-removal.ts";
import { judgeWrite } from "../judge-write.ts";
import { meansSource, type Scene } from "../judgement.ts";
import { placePath } from "../paths/repository-path.ts";
import { finding, type Findings, findingsOf, type Judging, none, shownWord } from "./finding.ts";
import { patternReaches } from "./pattern-reaches.ts";
import type { ShellCommand } from "./reading/shell-command.ts";
import { isTold, type ShellWord } from "./reading/shell-word.ts";

/** What is done to a path. `replaces` empties it first; `links` makes another name for it. */
export type PathUse = "removes" | "replaces" | "edits" | "links";

const device = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;
const pattern = /[*?[]/;

const unknownTarget = (word: ShellWord): Findings => [
  finding("unknown-target", `What ${shownWord(word)} stands for can't be known before the command runs.`),
];

/** The scene as a command in this folder sees it. */
const sceneIn = (folder: string | null, scene: Scene): Scene => ({ ...scene, cwd: folder ?? scene.root });

const judgeKnown = (path: string, use: PathUse, scene: Scene): Findings => {
  const placed = placePath(scene.root, scene.cwd, path);
  const isThePlan = placed.kind === "inside" && protectionOf(placed.path, scene) === "plan";
  switch (use) {
    case "removes":
      return findingsOf(judgeRemoval(path, scene));
    case "links":
      return findingsOf(judgeRemoval(path.replace(/\/+$/, "") || "/", scene));
    case "replaces":
      return isThePlan ? findingsOf(judgeRemoval(path, scene)) : findingsOf(judgeWrite(path, scene));
    case "edits":
      return findingsOf(judgeWrite(path, scene));
  }
};

const judgePattern = (word: ShellWord, use: PathUse, folder: string | null, scene: Scene): Findings => {
  const { value } = word;
  if (folder === null && !value.startsWith("/")) return use === "removes" ? unknownTarget(word) : none;
  const before = value.slice(0, value.search(pattern));
  const fixed = before.slice(0, before.lastIndexOf("/") + 1);
  const placed = placePath(scene.root, scene.cwd, fixed === "" ? "." : fixed);
  if (placed.kind === "inside" && isControlSurface(placed.path, scene))
    return [
      finding(
        "control-surface",
        `${shownWord(word)} lies in ${surfaceRule(placed.path)?.what ?? "the harness's files"}.`,
      ),
    ];
  const reached = patternReaches(value, use === "removes", scene);
  if (reached !== null)
    return [
      {
        rule: "control-surface",
        reason: `${shownWord(word)} can reach ${reached}, which is the harness's.`,
        instead: meansSource,
      },
    ];
  if (placed.kind === "inside") return none;
  const isTemp = scene.temp.some((temp) => `${temp.replace(/\/+$/, "")}/*` === value);
  return isTemp
    ? [finding("outside-repository", `${shownWord(word)} is the whole temporary folder, not yours alone.`)]
    : findingsOf(judgeWrite(`${fixed}x`, scene));
};

/** What speaks against a command doing this to the path that a word names. */
export function judgeTarget(word: ShellWord, use: PathUse, command: ShellCommand, { scene }: Judging): Findings {
  const { value, certainty } = word;
  const { folder } = command.place;
  const here = sceneIn(folder, scene);
  if (device.test(value)) return none;
  if (certainty === "unknown" || (use === "removes" && (certainty === "told" || certainty === "inherited")))
    return unknownTarget(word);
  if (certainty === "inherited" && value.includes("$"))
    return mentionsSurface(value) || /^(?:\/|~|\.\.)/.test(value) ? unknownTarget(word) : none;
  if (value === "") return none;
  if (certainty !== "known" && pattern.test(value)) return judgePattern(word, use, folder, here);
  if (folder === null && !value.startsWith("/")) {
    const careful = use === "removes" || mentionsSurface(value) || value.includes("..");
    return careful ? unknownTarget(word) : none;
  }
  return judgeKnown(value, use, here);
}

/** True where a word names the plan, and an agent may edit it. */
export function isPlan(word: ShellWord, { place: { folder } }: ShellCommand, { scene }: Judging): boolean {
  const placed = placePath(scene.root, folder ?? scene.root, word.value);
  return placed.kind === "inside" && protectionOf(placed.path, scene) === "plan";
}

/** What speaks against files of unknown names coming into a folder: an archive's, or those of another folder. */
export function judgeFilledFolder(word: ShellWord, command: ShellCommand, judging: Judging): Findings {
  if (!isTold(word)) return judgeTarget(word, "edits", command, judging);
  const scene = sceneIn(command.place.folder, judging.scene);
  const placed = placePath(scene.root, scene.cwd, word.value === "" ? "." : word.value);
  return placed.kind === "inside" && holdsControlSurface(placed.path, scene)
    ? [
        {
          rule: "control-surface",
          reason: `What comes into ${shownWord(word)} may lie over files of the harness.`,
          instead: "Put it into a folder of its own, and take from there what the task needs.",
        },
      ]
    : judgeTarget(word, "edits", command, judging);
}
