import { annotationAnswers, checkRunAnswer, statusAnswer, workflowAnswer } from "../answers/check-answer.ts";
import { minimalRepository, repositoryUrl } from "../answers/repository-answer.ts";
import { checksOf, countLook, hasEnded, isGreen } from "../world/checks.ts";
import type { Check, World } from "../world/world.ts";
import { type Call, notFound, paged, type Reply, refusal, type Routes } from "./route.ts";

/** What is checked of commits, and what the checks have written. */
export const checkRoutes: Routes = {
  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": checkRuns,
  "GET /repos/{owner}/{repo}/commits/{ref}/status": combinedStatus,
  "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations": annotations,
  "GET /repos/{owner}/{repo}/actions/workflows": (call) => {
    const all = Array.from({ length: call.world.workflows }, (_, at) => workflowAnswer(call.world, at + 1));
    return paged(call, all, (page) => ({ total_count: all.length, workflows: page }));
  },
  "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs": jobLog,
};

async function checkRuns(call: Call): Promise<Reply> {
  const { world, params } = call;
  const sha = await world.bare.resolve(params["ref"] ?? "");
  if (sha === null) return refusal(422, `No commit found for SHA: ${params["ref"]}`);
  const runs = checksOf(world, sha).filter(({ kind }) => kind !== "status");
  const answers = runs.map((check) => checkRunAnswer(world, sha, check));
  countLook(world, sha);
  return paged(call, answers, (page) => ({ total_count: runs.length, check_runs: page }));
}

async function combinedStatus(call: Call): Promise<Reply> {
  const { world, params } = call;
  const sha = await world.bare.resolve(params["ref"] ?? "");
  if (sha === null) return notFound;
  const statuses = checksOf(world, sha).filter(({ kind }) => kind === "status");
  return paged(
    call,
    statuses.map((check) => statusAnswer(world, sha, check)),
    (page) => ({
      state: stateOf(statuses),
      statuses: page,
      sha,
      total_count: statuses.length,
      repository: minimalRepository(world),
      commit_url: `${repositoryUrl(world)}/commits/${sha}`,
      url: `${repositoryUrl(world)}/commits/${sha}/status`,
    }),
  );
}

/* None at all is pending, in GitHub's words. */
function stateOf(statuses: readonly Check[]): "pending" | "success" | "failure" {
  if (statuses.some((check) => hasEnded(check) && !isGreen(check))) return "failure";
  return statuses.length > 0 && statuses.every(hasEnded) ? "success" : "pending";
}

const checkWithId = (world: World, id: number): Check | undefined =>
  [...world.checks.values()].flat().find((check) => check.id === id);

function annotations(call: Call): Reply {
  const check = checkWithId(call.world, Number(call.params["check_run_id"]));
  return check === undefined ? notFound : paged(call, annotationAnswers(call.world, check));
}

function jobLog({ world, params }: Call): Reply {
  const check = checkWithId(world, Number(params["job_id"]));
  if (check === undefined || check.kind !== "actions") return notFound;
  return { status: 302, headers: { location: `${world.url}/_storage/logs/${check.id}` } };
}

/** The text that a log's address leads to: the storage behind the API, which asks for no token. */
export const storedLog = (world: World, id: number): string | null => checkWithId(world, id)?.log ?? null;
