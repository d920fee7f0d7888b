import { insertForTask, isoTime, iterationId, once, type Projection, seconds } from "./projection.ts";

const verdictColumns = [
  ..."iteration_id round role reviewer_agent reviewer_family reviewer_model verdict cause summary duration_s".split(
    " ",
  ),
  ..."suspicious_quick_verdict blocking_issues tree recorded_at".split(" "),
];

/** A verdict is a row, whoever gave it; the issues stand in it as JSON. */
export const verdictRead: readonly Projection<"verdict-read">[] = [
  once(insertForTask("ralph_review_verdicts", verdictColumns), (entry) => {
    const { fact } = entry;
    return {
      iteration_id: iterationId(entry),
      round: fact.round,
      role: fact.role,
      reviewer_agent: fact.agent,
      reviewer_family: fact.family,
      reviewer_model: fact.model,
      verdict: fact.verdict,
      cause: fact.cause,
      summary: fact.summary,
      duration_s: seconds(fact.durationMs),
      suspicious_quick_verdict: Number(fact.suspicious),
      blocking_issues: JSON.stringify(fact.issues),
      tree: fact.tree,
      recorded_at: isoTime(entry.at),
    };
  }),
];
