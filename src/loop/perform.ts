import type { Fact } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import type { Engine, Tell } from "./engine.ts";
import { fileFindings } from "./audit/file-findings.ts";
import { brief } from "./briefs/brief.ts";
import { collect } from "./crew/collect.ts";
import { judge } from "./crew/judge.ts";
import { prepare } from "./crew/prepare.ts";
import { accept } from "./stages/accept.ts";
import { baseline } from "./stages/baseline.ts";
import { checkSpecs } from "./stages/check-specs.ts";
import { claim } from "./stages/claim.ts";
import { end } from "./stages/end.ts";
import { gate } from "./stages/gate.ts";
import { handOver } from "./stages/hand-over.ts";
import { land } from "./stages/land.ts";
import { measure } from "./stages/measure.ts";
import { merge } from "./stages/merge.ts";
import { park } from "./stages/park.ts";
import { pick } from "./stages/pick.ts";
import { putBack } from "./stages/put-back.ts";
import { reap } from "./stages/reap.ts";
import { record } from "./stages/record.ts";
import { review } from "./stages/review.ts";
import { simplify } from "./stages/simplify.ts";
import { wait } from "./stages/wait.ts";
import { withdraw } from "./stages/withdraw.ts";
import { work } from "./stages/work.ts";

/**
 * Does one step and resolves to what has happened. Every performer may be called again after a crash: it looks first where
 * doing twice would harm. What must not be lost with the step is told as it comes.
 */
export function performStep(step: Step, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  switch (step.do) {
    case "reap":
      return reap(state, engine);
    case "merge":
      return merge(state, engine, tell);
    case "pick":
      return pick(state, engine);
    case "claim":
      return claim(step, state, engine);
    case "work":
      return work(step, state, engine);
    case "hand-over":
      return handOver(step);
    case "brief":
      return brief(step, state, engine, tell);
    case "measure":
      return measure(step, state, engine);
    case "review":
      return review(step, state, engine, tell);
    case "gate":
      return gate(step, state, engine);
    case "accept":
      return accept(step, state, engine);
    case "check-specs":
      return checkSpecs(step, state, engine, tell);
    case "baseline":
      return baseline(state, engine);
    case "simplify":
      return simplify(step, state, engine, tell);
    case "put-back":
      return putBack(state, engine);
    case "land":
      return land(state, engine);
    case "file-findings":
      return fileFindings(state, engine);
    case "withdraw":
      return withdraw(state, engine);
    case "park":
      return park(step, state, engine);
    case "prepare":
      return prepare(state, engine);
    case "judge":
      return judge(step, state, engine);
    case "collect":
      return collect(state, engine);
    case "record":
      return record(state);
    case "wait":
      return wait(step, state, engine);
    case "end":
      return end(step, state, engine);
  }
}
