import type { Rounds } from "../../core/crew/findings.ts";
import type { Change } from "../../core/fact.ts";
import { buildPrompt, type Prompt, type PromptPart } from "../../core/prompt/build-prompt.ts";
import type { Iteration } from "../../core/state.ts";
import type { ReviewSeat, Step } from "../../core/step.ts";
import type { Task } from "../../core/task.ts";
import type { PromptTools } from "./prompt-for.ts";
import type { Tools } from "../tools.ts";

/** What all who judge in one review are shown. */
export interface ReviewScene {
  readonly step: Extract<Step, { do: "review" }>;
  /** The tasks whose work is judged. */
  readonly tasks: readonly Task[];
  /** The content that is judged, against `step.since`. */
  readonly tree: string;
  readonly diff: string;
  readonly changes: readonly Change[];
  /** What earlier rounds have found, and what was changed since the last of them; null in the first. */
  readonly rounds: Rounds | null;
}

const fileBytes = 20_000;
const pathsTold = 200;

/** What of the tools the prompt of a review is made with. */
export type ReviewTools = Pick<PromptTools, "texts" | "judge" | "calls"> & Pick<Tools, "workspace">;

/**
 * The prompt of one who judges: the role, what was wanted, the whole diff against the commit that the work began with, and the form
 * of the verdict. The diff is cut first where the budget is small; its files can be read all the same.
 */
export async function reviewPrompt(
  seat: ReviewSeat,
  scene: ReviewScene,
  iteration: Iteration,
  tools: ReviewTools,
): Promise<Prompt> {
  const { texts, judge, calls } = tools;
  const { step, tasks, diff } = scene;
  const parts: readonly PromptPart[] = [
    { name: "role", rank: "always", text: texts.roles[seat.role] ?? "" },
    {
      name: "tasks",
      rank: 4,
      text: `## What was wanted\n\n${tasks.map((task) => taskText(task, judge)).join("\n\n")}`,
    },
    { name: "facts", rank: "always", text: `## What the harness knows\n\n${facts(scene, iteration).join("\n")}` },
    { name: "earlier findings", rank: 3, text: earlierText(seat, scene, iteration, judge) },
    { name: "files", rank: 2, text: await neededText(seat, scene, tools) },
    { name: "diff", rank: 1, text: diff === "" ? "" : `## The diff\n\n${judge.fence(diff, "diff")}` },
    { name: "form", rank: "always", text: `## How to end\n\n${texts.verdicts[step.form]}` },
  ];
  return buildPrompt(parts, calls.promptMaxBytes);
}

/** A task with its criteria, as marked data. */
export function taskText({ id, title, body, acceptance }: Task, judge: ReviewTools["judge"]): string {
  const words = [
    title,
    body,
    ...acceptance.map((item) => `- [${item.done ? "x" : " "}] ${item.text.replaceAll(/\s+/g, " ")}`),
  ];
  return judge.fence(words.filter((text) => text !== "").join("\n\n"), `task ${id}`);
}

function facts({ step, changes }: ReviewScene, { gates, measured }: Iteration): readonly string[] {
  const shown = changes.slice(0, pathsTold).map((change) => change.path);
  const rest = changes.length - shown.length;
  return [
    `START COMMIT: ${step.since} (\`git diff ${step.since}\` shows the same as the diff below)`,
    `GATE: ${gates.at(-1)?.verdict ?? "not_run"}`,
    `ROUND: ${step.round}`,
    `CHANGED FILES: ${shown.map((path) => JSON.stringify(path)).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    ...testFacts(measured),
  ];
}

/** What was done to the tests and to what else the gate reads, without being asked for. */
function testFacts(measured: Iteration["measured"]): readonly string[] {
  const { gateFiles = [], weakenedTests = [] } = measured ?? {};
  const told = weakenedTests.map(
    ({ path, line, what }) => `${JSON.stringify(path)}${line === null ? "" : `:${line}`} ${what}`,
  );
  return [
    ...(gateFiles.length > 0
      ? [
          `READ BY THE GATE AND CHANGED UNASKED: ${gateFiles
            .slice(0, pathsTold)
            .map((path) => JSON.stringify(path))
            .join(", ")}`,
        ]
      : []),
    ...(told.length > 0 ? [`WEAKENED TESTS: ${told.join(", ")}`] : []),
  ];
}

/** What this role has found in earlier rounds: whether that is mended is the first question of a further one. */
function earlierText(
  { role }: ReviewSeat,
  { step }: ReviewScene,
  { verdicts }: Iteration,
  judge: ReviewTools["judge"],
): string {
  const found = verdicts.filter((one) => one.role === role && one.round < step.round).flatMap((one) => one.issues);
  if (found.length === 0) return "";
  const lines = found.map(
    ({ file, line, description }) => `- ${file ?? "somewhere"}${line === null ? "" : `:${line}`} ${description}`,
  );
  return [
    "## Findings of earlier rounds",
    "",
    "Look first whether they are mended. Beyond them only what has changed since, or is of high severity, is a finding.",
    "",
    judge.fence(lines.join("\n"), "earlier findings"),
  ].join("\n");
}

/** The files that were asked for, as they are in the content that is judged. */
async function neededText(
  { needs = [] }: ReviewSeat,
  { tree }: ReviewScene,
  { workspace, judge }: ReviewTools,
): Promise<string> {
  if (needs.length === 0) return "";
  const texts = await Promise.all(
    needs.map(async (path) => {
      const text = await workspace.textAt(tree, path).catch(() => null);
      return judge.fence(judge.mask(text ?? "there is no such file").slice(0, fileBytes), path);
    }),
  );
  return `## The files that you asked for\n\n${texts.join("\n\n")}`;
}
