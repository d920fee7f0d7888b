import type { Task } from "../../../core/task.ts";
import { BacklogError, type BacklogFault } from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy } from "../dependency-faults.ts";
import { fileFault } from "../text-file.ts";
import type { OddityCode } from "./markdown/box.ts";
import type { Plan, PlanItem } from "./plan.ts";

interface Finding {
  readonly severity: BacklogFault["severity"];
  readonly message: string;
  readonly hint: string;
}

const boxHint = "Write `- [ ] text`: marker, space, box with one space or x in it, space, text.";
const findings: Readonly<Record<OddityCode, Finding>> = {
  "empty-box": { severity: "warning", message: "A box with nothing in it is not a task.", hint: boxHint },
  "odd-space": {
    severity: "warning",
    message: "A box with anything but one plain space or mark in it is not a task.",
    hint: boxHint,
  },
  "no-text": {
    severity: "warning",
    message: "A box without text is not a task.",
    hint: "Write what is to be done after the box, or remove the line.",
  },
  "no-space-after-box": { severity: "warning", message: "A box with no space after it is not a task.", hint: boxHint },
  "no-space-after-marker": {
    severity: "warning",
    message: "A list marker with no space after it makes no list item, so this is not a task.",
    hint: boxHint,
  },
  "escaped-box": {
    severity: "warning",
    message: "An escaped box is plain text, not a task.",
    hint: "Remove the backslash.",
  },
  "box-in-heading": {
    severity: "warning",
    message: "A box in a heading is not a task.",
    hint: "Make it a list item below the heading.",
  },
  "box-in-front-matter": {
    severity: "warning",
    message: "A box in the front matter is not a task.",
    hint: "Move it below the closing `---`.",
  },
  "box-in-html": {
    severity: "warning",
    message: "A box right below an HTML tag is HTML, not a task.",
    hint: "Put an empty line between the tag and the list.",
  },
  "unclosed-block": {
    severity: "error",
    message: "This code block or comment is never closed and swallows the tasks below it.",
    hint: "Close it where it should end.",
  },
};

const stateMarks = new Set(["-", "~", ">", "!"]);

/** Everything wrong or worth a word in a plan, in the order of the file. */
export function planFaults(plan: Plan, tasks: readonly Task[], name: string): readonly BacklogFault[] {
  const heldBack = heldBackBy(tasks);
  const faults: BacklogFault[] = plan.scan.oddities.map(({ code, line, text }) => {
    const { message, hint, severity } = findings[code];
    return { code, severity, file: name, line, message: `${message} (${excerpt(text)})`, hint, tasks: [] };
  });
  for (const item of plan.items) {
    const at = { file: name, line: item.at.line };
    if (item.unknownMark)
      faults.push({
        code: "unknown-mark",
        severity: "error",
        ...at,
        message: `The mark [${item.at.mark}] of ${item.id} is not a known one.`,
        hint: "Use [ ], [x], or one of [-] cancelled, [~] in progress, [>] deferred, [!] blocked.",
        tasks: heldBack([item.id]),
      });
    else if (item.state !== "todo" && item.state !== "done") faults.push({ ...at, ...stateSaid(item) });
    const parent = plan.items[item.at.parent];
    if (parent !== undefined && isShut(parent) && !isShut(item))
      faults.push({
        code: "open-under-closed",
        severity: "warning",
        ...at,
        message: `${item.id} is open, but ${parent.id} above it (line ${parent.at.line}) is ticked.`,
        hint: "Tick it, or untick the item above. It is worked on its own until then.",
        tasks: [],
      });
  }
  faults.push(...dependencyFaults(tasks, heldBack));
  return faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

const isShut = (item: PlanItem): boolean => item.state === "done" || item.state === "cancelled";

function stateSaid(item: PlanItem): Omit<BacklogFault, "file" | "line"> {
  const words = item.state.replace("_", " ");
  const how = stateMarks.has(item.at.mark) ? `the mark [${item.at.mark}]` : "its note";
  return {
    code: "state-read",
    severity: "warning",
    tasks: [],
    message: `${item.id} is taken as ${words} by ${how}${item.reason === null ? "" : `: ${item.reason}`}.`,
    hint: "Nothing to do if that is meant; else write [ ] or [x], without a note.",
  };
}

const excerpt = (text: string): string => {
  const line = text.trim();
  return line.length <= 60 ? line : `${Array.from(line.slice(0, 80)).slice(0, 57).join("")}…`;
};

/** The error for a plan in which there is nothing to work on or to have worked on; null if it has tasks. */
export function emptyPlanError(plan: Plan, name: string): BacklogError | null {
  if (plan.items.length > 0) return null;
  const hint = "Write the tasks as list items with a box, one each: `- [ ] what is to be done`.";
  if (plan.text.replace("\uFEFF", "").trim() === "")
    return new BacklogError("no-tasks", fileFault(name, "empty-file", `${name} is empty.`, hint));
  const odd = plan.scan.oddities[0];
  if (odd === undefined)
    return new BacklogError(
      "no-tasks",
      fileFault(name, "no-checkbox", `${name} has text, but no task: not one list item with a box.`, hint),
    );
  const { message, hint: cure } = findings[odd.code];
  const fault = fileFault(
    name,
    "no-checkbox",
    `${name} has no task. Near one, line ${odd.line}: ${message} (${excerpt(odd.text)})`,
    cure,
  );
  return new BacklogError("no-tasks", { ...fault, line: odd.line });
}
