import type { Receipt } from "../fact.ts";
import type { Task, TaskId } from "../task.ts";
import { bindsNothing } from "./binds-nothing.ts";
import { cutText } from "./clusters.ts";
import { hiddenLetters } from "./hidden-letters.ts";

/** What a pull request is opened with. `message` is that of the commit that it is to become. */
export interface PullRequestWords {
  readonly task: Pick<Task, "id" | "title" | "source" | "acceptance">;
  readonly message: string;
  readonly receipts: readonly Pick<Receipt, "command" | "exitCode">[];
}

const messageMark = "<!-- ralph: message -->";

/** Title and description of a pull request. They hold all that its merge needs, so that whoever merges it later needs no memory. */
export function pullRequestText({ task, message, receipts }: PullRequestWords): { title: string; body: string } {
  const { subject, body } = splitMessage(message);
  const parts = [
    `Task ${harmless(task.id, task)}: ${harmless(task.title, task)}${"url" in task.source ? ` (${task.source.url})` : ""}`,
    listed(
      "Done when",
      task.acceptance.map(({ text }) => harmless(text, task)),
    ),
    listed(
      "Checked here",
      receipts.map(
        ({ command, exitCode }) => `\`${command.replaceAll("`", "'")}\`: ${exitCode === 0 ? "ok" : "failed"}`,
      ),
    ),
    `${messageMark}\n\n${body}`.trim(),
  ];
  return { title: subject, body: `${parts.filter((part) => part !== "").join("\n\n")}\n` };
}

/**
 * The commit message of a merge, from a pull request's own words: its title, and what stands below our mark, down to our trailers. People and
 * programs add to what is around it, or write all of it anew: the task is named all the same.
 */
export function mergeMessage(
  { title, body }: { readonly title: string; readonly body: string },
  task: TaskId,
): { subject: string; body: string } {
  const at = body.indexOf(messageMark);
  const own = at === -1 ? "" : untilTrailers(body.slice(at + messageMark.length).trim());
  const isNamed = own.split("\n").includes(`Ralph-Task: ${task}`);
  return { subject: title, body: isNamed ? own : `${own}\n\nRalph-Task: ${task}`.trim() };
}

/* Our trailers end the message, and an agent's words hold none: what comes behind them was added. Browsers write CRLF. */
function untilTrailers(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith("Ralph-Run: "));
  const behind = first === -1 ? -1 : lines.findIndex((line, n) => n > first && !/^[A-Za-z][\w-]*: \S/.test(line));
  return lines
    .slice(0, behind === -1 ? undefined : behind)
    .join("\n")
    .trim();
}

/** A message as its subject and the rest. */
function splitMessage(message: string): { subject: string; body: string } {
  const [subject = "", ...rest] = message.split("\n");
  return { subject, body: rest.join("\n").trim() };
}

const listed = (heading: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : `${heading}:\n\n${lines
        .slice(0, 30)
        .map((line) => `- ${line}`)
        .join("\n")}`;

const hidden = new RegExp(`(?!\\s)[\\p{Cc}${hiddenLetters}]`, "gu");

/** Text of a task in one line that mentions nobody, closes nothing and hides nothing: it came from outside. */
const harmless = (text: string, { id }: Pick<Task, "id">): string =>
  bindsNothing(cutText(text.replaceAll(hidden, "").replaceAll(/\s+/g, " ").trim(), 300), id)
    .replaceAll("<", "&lt;")
    .replaceAll("![", "!\u200B[")
    .replaceAll("@", "@\u200B")
    .replaceAll(/#(?=\d)/g, "#\u200B");
