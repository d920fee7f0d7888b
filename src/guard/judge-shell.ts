import { liftableRules } from "../core/guard-rule.ts";
import { terminalLine } from "./paths/escape.ts";
import { allowed, type Judgement, refused, type Scene } from "./judgement.ts";
import { once } from "./once.ts";
import { finding, type Finding, type Findings, type Judging, shown } from "./shell/finding.ts";
import { judgeCommand } from "./shell/judge-command.ts";
import { type Bindings, noBindings } from "./shell/reading/bindings.ts";
import { readScript, type ScriptStart } from "./shell/reading/read-script.ts";
import type { ShellCommand } from "./shell/reading/shell-command.ts";
import { type WrittenScripts, writtenScripts } from "./shell/written-scripts.ts";

const deepest = 12;
const makesCommits = /\bgit\b[\s\S]*\b(?:commit|push|merge|rebase|am|cherry-pick|revert|pull)\b/;

interface Around {
  readonly scene: Scene;
  readonly source: string;
  readonly outer: Bindings;
  readonly written: WrittenScripts;
  readonly depth: number;
}

const unreadable = (why: string): Finding =>
  finding("unreadable-command", `The command can't be judged: ${terminalLine(why)}.`);

function* judgeScript(source: string, start: Pick<ScriptStart, "places" | "input">, around: Around): Findings {
  const { scene, depth } = around;
  if (depth > deepest) {
    yield unreadable("scripts stand in scripts too deep");
    return;
  }
  const [temp = "/tmp"] = scene.temp;
  const reading = readScript(source, {
    ...start,
    scope: {
      root: scene.root,
      home: scene.home ?? null,
      temp: temp.replace(/\/+$/, ""),
      branch: () => scene.git?.().branch ?? null,
    },
    outer: around.outer,
  });
  if (!reading.ok) {
    yield unreadable(reading.why);
    return;
  }
  for (const text of reading.hidden)
    yield finding("unknown-command", `${shown(text)} runs what its text does not show.`);
  const own = writtenScripts(reading.commands, scene.root);
  const written = new Map([...around.written, ...own]);
  const judging = judgingOf({ ...around, outer: reading.bindings, written, depth: depth + 1 });
  for (const command of reading.commands) yield* judgeCommand(command, judging);
}

const judgingOf = (around: Around): Judging => {
  const judging: Judging = {
    scene: around.scene,
    command: (command: ShellCommand) => judgeCommand(command, judging),
    script: (source, { place, input }) => judgeScript(source, { places: [place], input }, around),
    written: (path) => around.written.get(path) ?? [],
    commits: () => makesCommits.test(around.source),
  };
  return judging;
};

/**
 * Whether an agent may run a shell command. Every command of the line is looked at, wherever it stands and whatever
 * starts it. A rule that the project has lifted is passed over.
 */
export function judgeShell(source: string, scene: Scene): Judgement {
  const lifted = new Set<string>(liftableRules.filter((rule) => scene.lifted?.includes(rule) === true));
  const places = [{ folder: scene.cwd, branch: { kind: "before" } }] as const;
  const asked = scene.git === undefined ? scene : { ...scene, git: once(scene.git) };
  const around: Around = { scene: asked, source, outer: noBindings, written: new Map(), depth: 0 };
  for (const { rule, reason, instead } of judgeScript(source, { places, input: { kind: "own" } }, around))
    if (!lifted.has(rule)) return refused(rule, reason, instead);
  return allowed;
}
