import { plainIssue } from "../../core/answer/verdict.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration } from "../../core/state.ts";
import type { ReviewSeat } from "../../core/step.ts";
import { carriesState } from "../../ports/backlog.ts";
import type { Validator, ValidatorRun } from "../../ports/gate.ts";
import type { Engine } from "../engine.ts";
import type { ReviewScene } from "./review-prompt.ts";

/** The verdict of a person's own program on the files that changed; none where the run was stopped meanwhile. */
export async function validateByProgram(
  validator: Validator,
  { role, agent }: ReviewSeat,
  { scene, current, engine }: { readonly scene: ReviewScene; readonly current: Iteration; readonly engine: Engine },
): Promise<readonly Fact[]> {
  const { tools, interruption } = engine;
  const files = scene.changes
    .filter(({ path, kind }) => kind !== "deleted" && !carriesState(tools.backlog, path))
    .map((change) => change.path);
  const request = { files, iteration: current.n, marker: tools.run };
  const run = files.length === 0 ? nothingToJudge : await validator.judge(request, interruption.signal);
  if (run.problem === "interrupted" || interruption.signal.aborted) return [];
  const { step, tree } = scene;
  const isFine = run.failing === null;
  const approves = step.form === "review" ? "APPROVE" : "PASS";
  return [
    {
      kind: "verdict-read",
      call: 0,
      role,
      round: step.round,
      ask: step.ask,
      form: step.form,
      agent: validator.name,
      seat: agent ?? validator.name,
      family: "",
      model: null,
      verdict: isFine ? approves : step.form === "review" ? "REJECT" : "FAIL",
      cause: run.problem === "timed_out" ? "timed_out" : run.problem === null ? "answer" : "call_failed",
      summary: run.failing ?? "",
      issues: isFine ? [] : [plainIssue([run.failing ?? "", run.tail.slice(-tailTold)].join("\n").trim())],
      needs: [],
      suspicious: false,
      durationMs: run.durationMs,
      tree,
      since: step.since,
    },
  ];
}

const tailTold = 1_500;

const nothingToJudge: ValidatorRun = { failing: null, problem: null, tail: "", durationMs: 0 };
