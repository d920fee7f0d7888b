import { withoutOuterShell } from "../hooks/outer-shell.ts";
import { type JsonRecord, recordOf, recordsOf, textOf } from "../json-line.ts";

/** A tool call in the words of the guard: which tool, with which input. */
export interface AskedCall {
  readonly tool: string;
  readonly input: JsonRecord;
}

const reading: ReadonlySet<string> = new Set(["read", "search", "fetch", "think"]);
const changing: ReadonlySet<string> = new Set(["edit", "delete", "move"]);
const pathFields = ["file_path", "filePath", "fileName", "path", "notebook_path", "source", "destination"];

/** True for a call that changes files by itself, as its kind says. */
export const changesFiles = (toolCall: JsonRecord): boolean => changing.has(textOf(toolCall, "kind") ?? "");

/** What a request for permission asks for, so that each part of it can be judged. Nothing: it only reads. */
export function askedCalls(toolCall: JsonRecord): readonly AskedCall[] {
  const kind = textOf(toolCall, "kind") ?? "other";
  if (reading.has(kind)) return [];
  const input = recordOf(toolCall, "rawInput");
  const writes = pathsOf(toolCall, changing.has(kind) ? input : {});
  const command = changing.has(kind) ? null : commandOf(toolCall, input, kind);
  const calls: readonly AskedCall[] = [
    ...writes.map((path) => ({ tool: "Write", input: { file_path: path } })),
    ...(command === null ? [] : [{ tool: "Bash", input: { command } }]),
  ];
  return calls.length > 0 ? calls : [{ tool: textOf(toolCall, "title") ?? kind, input }];
}

/** Files that the call names: what it shows as a change, where it takes place, and fields that hold a path. */
function pathsOf(toolCall: JsonRecord, input: JsonRecord): readonly string[] {
  const shown = recordsOf(toolCall, "content").filter((part) => part["type"] === "diff");
  const places = changesFiles(toolCall) ? recordsOf(toolCall, "locations") : [];
  const paths = [...shown, ...places].flatMap((part) => textOf(part, "path") ?? []);
  const named = pathFields.flatMap((field) => textOf(input, field) ?? []);
  return [...new Set([...paths, ...named])];
}

function commandOf(toolCall: JsonRecord, input: JsonRecord, kind: string): string | null {
  const told = withoutOuterShell(input["command"] ?? input["cmd"]);
  if (typeof told === "string") return told;
  return kind === "execute" ? withoutRemarks(textOf(toolCall, "title") ?? "") : null;
}

/** Gemini CLI tells a command in its title alone, with where and what for behind it. */
const withoutRemarks = (title: string): string =>
  title.replace(/ \[(?:in|current working directory) [^\]\n]*\](?: \([^\n]*\))?(?: \[background\])?$/, "");

const wanted = { allow: ["allow_once", "allow_always"], refuse: ["reject_once", "reject_always"] } as const;

/** The answer to a request for permission: once only, so that the next call is asked about, too. */
export function permissionAnswer(params: JsonRecord, decision: "allow" | "refuse"): JsonRecord {
  const options = recordsOf(params, "options");
  const option = wanted[decision]
    .map((kind) => options.find((one) => one["kind"] === kind))
    .find((one) => one !== undefined);
  return {
    outcome:
      option === undefined
        ? { outcome: "cancelled" }
        : { outcome: "selected", optionId: textOf(option, "optionId") ?? "" },
  };
}
