import { BacklogError } from "../../../../ports/backlog.ts";
import { fileFault } from "../../text-file.ts";

/** Everything that Linear can refuse or that can be missing, with its cure. `file` is what a person knows the place by. */
const cures = {
  "no-key": {
    as: "missing",
    hint: "Create a personal API key (Linear: Settings, Security & access) and set LINEAR_API_KEY in the environment, or store it in the keychain under that name.",
  },
  "key-refused": {
    as: "unreadable",
    hint: "Check whether LINEAR_API_KEY is complete and not revoked, and whether its account may see the project.",
  },
  "no-project": { as: "missing", hint: "Set RALPH_LINEAR_PROJECT to the project's name." },
  "many-projects": { as: "missing", hint: "Set RALPH_LINEAR_PROJECT to the last part of the project's address." },
  "bad-address": {
    as: "missing",
    hint: "Set RALPH_LINEAR_URL to an https address (http only for this machine itself), or remove it.",
  },
  "foreign-address": {
    as: "missing",
    hint: "If that is right, set RALPH_LINEAR_URL in the environment: a file that came with the repository may not say where your key goes.",
  },
  unreachable: { as: "unavailable", hint: "Check the network and Linear's status page, then start again." },
  limited: { as: "unavailable", hint: "Start again then, or use a key of an account that does less." },
  refused: {
    as: "unwritable",
    hint: "Look at the issue in Linear; its team may have rules of its own for this.",
  },
  "not-understood": {
    as: "unreadable",
    hint: "Linear's interface may have changed: look for a newer version of ralph.",
  },
  "unknown-task": { as: "unknown-task", hint: "`ralph plan list` shows the ids." },
  "outside-project": {
    as: "changed-meanwhile",
    hint: "Move it back into the project, or leave it to whoever took it out.",
  },
  taken: { as: "changed-meanwhile", hint: "Leave it to whoever has it, or assign it to nobody." },
  closed: { as: "changed-meanwhile", hint: "Reopen it in Linear if it is to be worked." },
  "left-to-agents": {
    as: "unwritable",
    hint: "Change it in Linear, or have it done here for once: RALPH_LINEAR_WRITES=harness before the command.",
  },
  "not-fit": { as: "unwritable", hint: "Fix what is named, then try again." },
} as const satisfies Readonly<Record<string, { readonly as: BacklogError["code"]; readonly hint: string }>>;

/** What can be wrong. */
export type LinearTrouble = keyof typeof cures;

/** An error with its cure. Never holds the key, nor what was sent. `hint` in place of the usual one. */
export function linearError(
  code: LinearTrouble,
  message: string,
  more: ErrorOptions & { readonly hint?: string; readonly place?: string } = {},
): BacklogError {
  const { as, hint } = cures[code];
  const fault = fileFault(more.place ?? "linear", code, message, more.hint ?? hint);
  return new BacklogError(as, fault, "cause" in more ? { cause: more.cause } : {});
}
