import type { Receipt } from "../fact.ts";
import type { Task } from "../task.ts";
import { cutText } from "./clusters.ts";

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
    `Task ${harmless(task.id)}: ${harmless(task.title)}${"url" in task.source ? ` (${task.source.url})` : ""}`,
    listed(
      "Done when",
      task.acceptance.map(({ text }) => harmless(text)),
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

/** The commit message of a merge, from a pull request's own words: its title, and what stands below our mark. */
export function mergeMessage({ title, body }: { readonly title: string; readonly body: string }): {
  subject: string;
  body: string;
} {
  const at = body.indexOf(messageMark);
  return { subject: title, body: at === -1 ? "" : body.slice(at + messageMark.length).trim() };
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

/** Text of a task in one line that mentions nobody, closes nothing and hides nothing: it came from outside. */
const harmless = (text: string): string =>
  cutText(text.replaceAll(/\s+/g, " ").trim(), 300)
    .replaceAll("<", "&lt;")
    .replaceAll("@", "@\u200B")
    .replaceAll(/#(?=\d)/g, "#\u200B");
