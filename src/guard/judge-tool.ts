import { holdsControlSurface, surfaceRule } from "./paths/control-surface.ts";
import { showHidden } from "./paths/escape.ts";
import { judgeWrite } from "./judge-write.ts";
import { allowed, type Judgement, meansSource, refused, type Scene } from "./judgement.ts";
import { holdsPatch, type PatchedPath, patchPaths } from "./paths/patch-paths.ts";
import { isPlainlyHarmless } from "./plainly-harmless.ts";
import { placePath } from "./paths/repository-path.ts";
import { type ToolKind, toolKind } from "./tool-kinds.ts";

/** One tool call as a hook reports it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const pathField =
  /(?:^|_)(?:path|paths|file|files|filename|filepath|destination|target|target_file|uri)$|(?:Path|File|Destination)s?$/;
const readingName = /(?:^|_)(?:read|get|list|search|find|view|stat|info|glob|grep|tree)(?:_|$)/i;

/** Every text in fields that are named like a path, to the third level. */
const pathsIn = (value: unknown, named: boolean, depth = 0): readonly string[] => {
  if (typeof value === "string") return named ? [value.replace(/^file:\/\//, "")] : [];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  const fields = Object.entries(value);
  return fields.flatMap(([name, field]) =>
    pathsIn(field, Array.isArray(value) ? named : pathField.test(name), depth + 1),
  );
};

const firstRefusal = (judgements: readonly Judgement[]): Judgement => judgements.find((one) => !one.allowed) ?? allowed;

/** An unlisted tool (an MCP server's, a later version's) may not write the control surface; where else it writes is its own affair. */
const judgeUnlisted = (call: ToolCall, scene: Scene): Judgement => {
  const name = call.tool.slice(call.tool.lastIndexOf("__") + 1);
  if (readingName.test(name)) return allowed;
  const judged = pathsIn(call.input, false).map((path) => judgeWrite(path, scene));
  return firstRefusal(judged.filter((one) => !one.allowed && one.rule === "control-surface"));
};

const unreadable = (call: ToolCall, fields: readonly string[]): Judgement =>
  refused(
    "unreadable-call",
    `The call of ${call.tool} has no text in \`${fields.join("` or `")}\`.`,
    "Repeat the call with that field set.",
  );

const textIn = (input: ToolCall["input"], fields: readonly string[]): string | null => {
  const value = fields.map((field) => input[field]).find((one) => typeof one === "string");
  return typeof value === "string" ? value : null;
};

/** The plan may be edited, but no patch may take it away, nor a folder with some of the harness in it. */
const judgePatched = ({ path, isRemoved }: PatchedPath, scene: Scene): Judgement => {
  const written = judgeWrite(path, scene);
  if (!written.allowed || !isRemoved) return written;
  const placed = placePath(scene.root, scene.cwd, path);
  return placed.kind === "inside" && holdsControlSurface(placed.path, scene)
    ? refused(
        "control-surface",
        `${showHidden(path)} is ${surfaceRule(placed.path)?.what ?? "the plan"} and stays.`,
        meansSource,
      )
    : allowed;
};

const judgePatch = (text: string, scene: Scene): Judgement =>
  firstRefusal(patchPaths(text).map((one) => judgePatched(one, scene)));

/** The folder that a command starts in: the one that the call names, and a leading `cd`, as Codex puts it before a patch. */
const movedTo = (folder: string | null, scene: Scene): Scene => {
  if (folder === null || folder === "") return scene;
  const placed = placePath(scene.root, scene.cwd, folder);
  if (placed.kind === "doubtful") return scene;
  return { ...scene, cwd: placed.kind === "inside" ? `${scene.root}/${placed.path}` : placed.path };
};

const leadingCd = /^\s*cd\s+(?:'([^']*)'|"([^"$`\\]*)"|([^\s;&|'"$`]+))\s*(?:&&|;)/;

/** The parser and the tables of the validator cost more than all else, and are loaded for what needs them. */
const judgeShellCall = async (command: string, scene: Scene): Promise<Judgement> => {
  if (isPlainlyHarmless(command, scene)) return allowed;
  if (holdsPatch(command)) {
    const [, single, double, bare] = leadingCd.exec(command) ?? [];
    const patched = judgePatch(command, movedTo(single ?? double ?? bare ?? null, scene));
    if (!patched.allowed) return patched;
  }
  const { judgeShell } = await import("./judge-shell.ts");
  return judgeShell(command, scene);
};

type FileKind = Exclude<ToolKind, { readonly kind: "shell" | "relay" }>;

const judgeFiles = (call: ToolCall, kind: FileKind, scene: Scene): Judgement => {
  switch (kind.kind) {
    case "read":
      return allowed;
    case "write": {
      const path = textIn(call.input, kind.paths);
      return path === null ? unreadable(call, kind.paths) : judgeWrite(path, scene);
    }
    case "patch": {
      const text = textIn(call.input, kind.text);
      return text === null ? unreadable(call, kind.text) : judgePatch(text, scene);
    }
  }
};

const isRecord = (value: unknown): value is ToolCall["input"] =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The call within a call; null where it can't be read. */
const relayed = ({ input }: ToolCall, kind: Extract<ToolKind, { readonly kind: "relay" }>): ToolCall | null => {
  const tool = input[kind.tool];
  const inner = input[kind.input];
  return typeof tool === "string" && isRecord(inner) ? { tool, input: inner } : null;
};

/** The judgement of any tool call. The shell parser is loaded only when the call is a shell's, since it costs more than the rest. */
export async function judgeTool(call: ToolCall, scene: Scene): Promise<Judgement> {
  const kind = toolKind(call.tool);
  if (kind === null) return judgeUnlisted(call, scene);
  switch (kind.kind) {
    case "shell": {
      const command = textIn(call.input, kind.command);
      if (command === null) return unreadable(call, kind.command);
      return judgeShellCall(command, movedTo(textIn(call.input, kind.folder), scene));
    }
    case "relay": {
      const inner = relayed(call, kind);
      if (inner === null || toolKind(inner.tool)?.kind === "relay") return judgeUnlisted(call, scene);
      return judgeTool(inner, scene);
    }
    case "read":
    case "write":
    case "patch":
      return judgeFiles(call, kind, scene);
  }
}
