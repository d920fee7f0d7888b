import { renderFromFacts } from "../../core/status/block-from-facts.ts";
import { readFacts } from "../../core/status/facts.ts";
import type { StatusFacts } from "../../core/status/facts.ts";
import { gradeStatusBlock } from "../../core/status/grade.ts";
import { defaultProfile, oneOf, profileNames } from "../../core/status/profile.ts";
import type { ProfileName } from "../../core/status/profile.ts";
import { readStatusBlock, readStatusStream } from "../../core/status/read-status-block.ts";
import { isRenderable, oneLine, renderStatusBlock } from "../../core/status/render-status-block.ts";
import type { GradedStatus } from "../../core/status/status-block.ts";
import { statusJson } from "../../core/status/status-json.ts";

/** What the command prints, and its exit code: 0 valid, 1 a block with errors, 3 no block, 2 bad use. */
export interface BlockAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 1 | 2 | 3;
}

/** A text that a caller has read already, and how to call it in messages. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** How an answer is read and graded. `tracker: "linear"` makes the fields about the tracker required. */
export interface BlockReadOptions {
  readonly profile?: string;
  readonly tracker?: string;
  readonly facts?: NamedText;
}

/** The fields of a block to render, by the names of C-18; `tracker` flat beside the others. */
export type BlockFields = Readonly<Partial<Record<keyof typeof fieldKeys, string | number | boolean | null>>>;

/** What a block is rendered from: the facts, or its fields. */
export type BlockRenderSource = { readonly fromFacts: NamedText } | { readonly fields: BlockFields };

/** `ralph block parse`: the object of C-18 with `json`, else the fields and the findings as text. */
export async function parseBlock(
  pieces: AsyncIterable<string>,
  options: BlockReadOptions & { readonly json: boolean },
): Promise<BlockAnswer> {
  const graded = await readGraded(pieces, options);
  if ("exitCode" in graded) return graded;
  const stdout = options.json
    ? `${JSON.stringify(statusJson(graded))}\n`
    : `${[...fieldLines(graded), ...findingLines(graded, "line ")].join("\n")}\n`;
  return { stdout, stderr: "", exitCode: exitCodeOf(graded) };
}

/** `ralph block validate`: a line a finding, with where it stands and how to mend it; `name` is what the input is called. */
export async function validateBlock(
  pieces: AsyncIterable<string>,
  options: BlockReadOptions & { readonly name: string },
): Promise<BlockAnswer> {
  const graded = await readGraded(pieces, options);
  if ("exitCode" in graded) return graded;
  const lines = [...findingLines(graded, `${options.name}:`), verdictLine(graded)];
  return { stdout: `${lines.join("\n")}\n`, stderr: "", exitCode: exitCodeOf(graded) };
}

/**
 * `ralph block render`: the exact text of a block. Fields that don't make a valid block are refused with the findings,
 * exit code 1, and nothing on stdout.
 */
export function renderBlock(source: BlockRenderSource, options: Pick<BlockReadOptions, "profile"> = {}): BlockAnswer {
  const profile = profileOf(options.profile);
  if (profile === undefined) return badProfile(options.profile ?? "");
  if ("fromFacts" in source) {
    const facts = factsOf(source.fromFacts);
    return "exitCode" in facts ? facts : rendered(renderFromFacts(facts, profile), profile);
  }
  const unknown = Object.keys(source.fields).find((key) => !Object.hasOwn(fieldKeys, key));
  if (unknown !== undefined) {
    return badUse(`There is no field "${unknown}" to render; the fields are ${Object.keys(fieldKeys).join(", ")}.`);
  }
  return rendered(draft(source.fields), profile);
}

const fieldKeys = {
  status: "STATUS",
  tasksCompleted: "TASKS_COMPLETED_THIS_LOOP",
  filesModified: "FILES_MODIFIED",
  testsStatus: "TESTS_STATUS",
  workType: "WORK_TYPE",
  exitSignal: "EXIT_SIGNAL",
  issue: "LINEAR_ISSUE",
  openCount: "LINEAR_OPEN_COUNT",
  doneCount: "LINEAR_DONE_COUNT",
  epic: "LINEAR_EPIC",
  epicDone: "LINEAR_EPIC_DONE",
  epicTotal: "LINEAR_EPIC_TOTAL",
  nextIntended: "NEXT_INTENDED_ISSUE",
  recommendation: "RECOMMENDATION",
} as const;

// The fields as an agent would have written them, so that they are checked by the one reader there is.
function draft(fields: BlockFields): string {
  const lines = Object.entries(fieldKeys).flatMap(([name, key]) => {
    const value = Object.entries(fields).find(([given]) => given === name)?.[1];
    return value === undefined ? [] : [`${key}: ${oneLine(String(value ?? "NONE"))}`];
  });
  return ["---RALPH_STATUS---", ...lines, "---END_RALPH_STATUS---"].join("\n");
}

function rendered(text: string, profile: ProfileName): BlockAnswer {
  const graded = gradeStatusBlock(readStatusBlock(text, profile));
  const findings = graded.faults.map((fault) =>
    printable(`${fault.severity} ${fault.code}: ${fault.message} ${fault.hint}`),
  );
  const stderr = findings.map((line) => `${line}\n`).join("");
  const { block } = graded;
  if (!graded.valid || block === null || !isRenderable(block)) return { stdout: "", stderr, exitCode: 1 };
  return { stdout: `${renderStatusBlock(block)}\n`, stderr, exitCode: 0 };
}

async function readGraded(
  pieces: AsyncIterable<string>,
  options: BlockReadOptions,
): Promise<GradedStatus | BlockAnswer> {
  const profile = profileOf(options.profile);
  if (profile === undefined) return badProfile(options.profile ?? "");
  const tracker = options.tracker ?? "harness";
  if (tracker !== "linear" && tracker !== "harness") {
    return badUse(`--tracker knows "linear" (the agent writes to the tracker), not "${tracker}".`);
  }
  const facts = options.facts === undefined ? {} : factsOf(options.facts);
  if ("exitCode" in facts) return facts;
  const writer = tracker === "linear" ? "agent-writes" : "harness-writes";
  return gradeStatusBlock(await readStatusStream(pieces, profile, { tracker: writer }), facts);
}

const profileOf = (name: string | undefined): ProfileName | undefined =>
  name === undefined ? defaultProfile : oneOf(profileNames, name);

function factsOf({ name, text }: NamedText): StatusFacts | BlockAnswer {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return badUse(`${name} is no JSON: ${error instanceof Error ? error.message : "unreadable"}.`);
  }
  const read = readFacts(json);
  return read.ok ? read.facts : badUse(`${name} does not hold facts: ${read.problems.join("; ")}.`);
}

const badProfile = (name: string): BlockAnswer =>
  badUse(`There is no profile "${name}"; use one of ${profileNames.join(", ")}.`);

const badUse = (message: string): BlockAnswer => ({ stdout: "", stderr: `${printable(message)}\n`, exitCode: 2 });

function exitCodeOf({ block, valid }: GradedStatus): 0 | 1 | 3 {
  if (block === null) return 3;
  return valid ? 0 : 1;
}

function fieldLines({ block, profile, implied }: GradedStatus): readonly string[] {
  const impliedLine = implied === null ? [] : [`implied: ${implied.status}, EXIT_SIGNAL ${implied.exitSignal}`];
  if (block === null) return impliedLine;
  const { tracker, ...own } = block;
  const rows = Object.entries({ profile, ...own, ...tracker });
  const width = Math.max(...rows.map(([name]) => name.length));
  return [...rows.map(([name, value]) => printable(`${name.padEnd(width)}  ${value ?? "none"}`)), ...impliedLine];
}

function findingLines({ repairs, faults }: GradedStatus, where: string): readonly string[] {
  return [
    ...repairs.map(({ code, line, message }) => `${where}${line}: forgiven ${code}: ${message}.`),
    ...faults.map(({ code, severity, line, message, hint }) => {
      const place = line === null ? where.replace(/line $/u, "") : `${where}${line}: `;
      return `${place.endsWith(":") ? `${place} ` : place}${severity} ${code}: ${message} ${hint}`;
    }),
  ].map(printable);
}

function verdictLine({ block, valid, faults }: GradedStatus): string {
  if (block === null) return "No status block.";
  const errors = faults.filter(({ severity }) => severity === "error").length;
  const said = `${block.status}, EXIT_SIGNAL ${block.exitSignal}`;
  return valid ? `Valid: ${said}.` : `Not valid: ${said}, ${errors} ${errors === 1 ? "error" : "errors"}.`;
}

// What an agent wrote may not steer the terminal that shows it.
const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
