import { traitsOf } from "../../core/playbooks/traits.ts";
import type { Iteration, State } from "../../core/state.ts";
import { cutText } from "../../core/texts/clusters.ts";
import type { Knowledge } from "../../ports/notebook.ts";
import type { Engine } from "../engine.ts";

const lineLength = 200;

/**
 * Writes down what goes into the task's commit beside its work, where the playbook keeps a notebook: an entry of the progress file,
 * and what the roles have learnt. Done before, it is done.
 */
export async function recordWork(
  { policy }: State,
  { n, claim, calls, verdicts, gates, summaries }: Iteration,
  { tools, run }: Pick<Engine, "tools" | "run">,
): Promise<void> {
  if (!traitsOf[policy.playbook].keepsNotebook || claim.repair) return;
  const { notebook, judge } = tools;
  const rounds = Math.max(1, ...calls.map(({ round }) => round));
  const found = verdicts.reduce((sum, { issues }) => sum + issues.length, 0);
  const gate = gates.at(-1)?.verdict ?? "not_run";
  const approach = summaries.find((one) => one.approach !== "")?.approach ?? "";
  await notebook.progress({
    heading: `## ${oneLine(`${claim.task.id}: ${claim.task.title}`)} (${run}/${n})`,
    lines: [
      ...(approach === "" ? [] : [judge.mask(oneLine(approach))]),
      `${count(rounds, "round")}, ${count(found, "finding")} of reviewers, gate ${gate.replace("_", " ")}.`,
    ],
  });
  await notebook.learn(summaries.flatMap(({ discoveries }) => discoveries.map((one) => masked(one, judge.mask))));
}

const masked = (one: Knowledge, mask: (text: string) => string): Knowledge => ({ ...one, text: mask(one.text) });

const oneLine = (text: string): string => cutText(text.replaceAll(/\s+/g, " ").trim(), lineLength);

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
