import { traitsOf } from "../../core/playbooks/traits.ts";
import { crewSubject } from "../../core/texts/crew-subject.ts";
import { type CommitOrigin, landingMessage } from "../../core/texts/commit-message.ts";
import { type Iteration, type State, trailOf } from "../../core/state.ts";
import type { Engine } from "../engine.ts";

/** The message of the commit that lands the claimed task's work, `head` being the newest commit of it; masked. */
export async function landingText(
  state: State,
  current: Iteration,
  head: string,
  { tools, run }: Engine,
): Promise<string> {
  const { claim } = current;
  const commits = head === claim.startHead ? [] : await tools.workspace.commitsBetween(claim.startHead, head);
  // What a person has committed since the task's work began is none of it.
  const known = new Set(trailOf(state, claim.task).commits);
  const own = commits.filter((commit) => commit.trailers["Ralph-Run"] === undefined && known.has(commit.sha));
  const origin: CommitOrigin = { run, iteration: current.n, task: claim.task.id };
  const text = landingMessage({
    task: claim.task,
    form: traitsOf[state.policy.playbook].takesCommitForm ? (claim.task.commit ?? null) : null,
    workType: current.answer?.reading.block?.workType ?? null,
    agentSubject: crewSubjectOf(state, current) ?? own.at(-1)?.subject ?? null,
    agentBodies: own.flatMap((commit) => commit.body ?? []),
    origin,
    agentCommits: own.map((commit) => commit.sha),
    coAuthors: [...own.flatMap((commit) => coAuthorsOf(commit.trailers)), ...coAuthorOf(state, current)],
    note: current.measured?.evidence?.ok === true ? `Verified: ${current.measured.evidence.text}` : null,
  });
  return tools.judge.mask(text);
}

const crewSubjectOf = ({ policy }: State, { claim, measured }: Iteration): string | null =>
  traitsOf[policy.playbook].wordsCommits
    ? crewSubject({
        task: claim.task,
        changes: measured?.workChanges ?? [],
        scopes: policy.commits?.scopes ?? [],
      })
    : null;

/** Who is named beside the person: the configured one; in a crew, whose commits are the harness's alone, else the implementer's program. */
function coAuthorOf({ policy }: State, { calls }: Iteration): readonly string[] {
  const named = policy.commits?.coAuthor ?? null;
  if (named !== null) return [named];
  const agent = calls.find(({ role }) => role === "implementer" || role === "fixer")?.agent;
  return traitsOf[policy.playbook].wordsCommits && agent !== undefined ? [`${agent} <agent@ralph.invalid>`] : [];
}

const coAuthorsOf = (trailers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(trailers)
    .filter(([key]) => key.toLowerCase() === "co-authored-by")
    .map(([, value]) => value);
