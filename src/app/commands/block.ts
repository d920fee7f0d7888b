import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { profileNames } from "../../core/status/profile.ts";
import { type BlockFields, type NamedText, parseBlock, renderBlock, validateBlock } from "../../show/cli/block.ts";
import { refusal } from "../../show/cli/command-answer.ts";
import { badUse } from "../desk/exit-codes.ts";
import { stdinText } from "../desk/stdin-text.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

interface ReadOptions {
  readonly profile?: string;
  readonly tracker?: string;
  readonly facts?: string;
  readonly json?: boolean;
}

type RenderOptions = Readonly<Record<string, string | undefined>>;

/** Defines `ralph block`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    '\nExamples:\n  ralph block validate answer.txt\n  agent < prompt.md | ralph block parse --json\n  ralph block render --from-facts facts.json\n  ralph block render --status COMPLETE --tasks-completed 1 --files-modified 2 --tests-status PASSING \\\n    --work-type IMPLEMENTATION --exit-signal false --recommendation "Go on with ABC-2"',
  );
  const profile = (): Option => new Option("--profile <name>", `the contract: ${profileNames.join(" or ")}`);
  const reading = (name: string, about: string): Command =>
    command
      .command(`${name} [file]`)
      .description(`${about}; without a file, or for -, the standard input is read`)
      .addOption(profile())
      .option("--tracker <who>", "`linear` where the agent writes to the tracker, so that its fields have to be there")
      .option("--facts <file>", "facts (JSON) to compare the block with")
      .option("--json", "print the reading as one JSON object");
  reading("parse", "read the status block of an answer").action((file: string | undefined, options: ReadOptions) =>
    done(read("parse", file, options, world)),
  );
  reading("validate", "check the status block of an answer, one line per finding").action(
    (file: string | undefined, options: ReadOptions) =>
      done(read(options.json === true ? "parse" : "validate", file, options, world)),
  );
  const render = command
    .command("render")
    .description("print the exact text of a block, from its fields or from facts")
    .addOption(profile());
  render.option("--from-facts <file>", "make the block that these facts (JSON) imply");
  for (const { flag, about } of fieldOptions) render.option(flag, about);
  render.action((options: RenderOptions) => done(renderCommand(options, world)));
}

const fieldOptions: readonly { readonly flag: string; readonly about: string }[] = [
  { flag: "--status <word>", about: "IN_PROGRESS, COMPLETE or BLOCKED" },
  { flag: "--tasks-completed <n>", about: "tasks closed in this iteration" },
  { flag: "--files-modified <n>", about: "files changed in this iteration" },
  { flag: "--tests-status <word>", about: "PASSING, FAILING, NOT_RUN or DEFERRED" },
  { flag: "--work-type <word>", about: "what kind of work it was" },
  { flag: "--exit-signal <bool>", about: "true or false" },
  { flag: "--recommendation <text>", about: "one line: what to do next" },
  { flag: "--issue <id>", about: "the tracker's issue, or NONE" },
  { flag: "--open-count <n>", about: "open issues" },
  { flag: "--done-count <n>", about: "closed issues" },
  { flag: "--epic <name>", about: "the epic" },
  { flag: "--epic-done <n>", about: "closed issues of the epic" },
  { flag: "--epic-total <n>", about: "all issues of the epic" },
  { flag: "--next-intended <id>", about: "the issue that is meant to be next, or NONE" },
];

async function read(
  how: "parse" | "validate",
  file: string | undefined,
  options: ReadOptions,
  world: World,
): Promise<ExitCode> {
  const facts = await factsOf(options.facts, world);
  if (facts === "unreadable") return tell(world, noFile(options.facts ?? ""), "text");
  const given = {
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.tracker === undefined ? {} : { tracker: options.tracker }),
    ...(facts === null ? {} : { facts }),
  };
  try {
    const pieces = piecesOf(file, world);
    const answer =
      how === "parse"
        ? await parseBlock(pieces, { ...given, json: options.json === true })
        : await validateBlock(pieces, {
            ...given,
            name: file === undefined || file === "-" ? "answer" : basename(file),
          });
    return tell(world, answer, formOf(options));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    return tell(world, noFile(file ?? "-"), "text");
  }
}

async function renderCommand({ profile, fromFacts, ...fields }: RenderOptions, world: World): Promise<ExitCode> {
  const facts = await factsOf(fromFacts, world);
  if (facts === "unreadable") return tell(world, noFile(fromFacts ?? ""), "text");
  const given: BlockFields = fields;
  if (facts === null && Object.keys(given).length === 0)
    return tell(
      world,
      refusal(
        "A block needs its fields.",
        "Name them (--status … and others; see --help), or --from-facts FILE.",
        badUse,
      ),
      "text",
    );
  return tell(
    world,
    renderBlock(facts === null ? { fields: given } : { fromFacts: facts }, profile === undefined ? {} : { profile }),
    "raw",
  );
}

const noFile = (name: string) =>
  refusal(`${name} can't be read.`, "Name a file that is there, or - for the standard input.", badUse);

async function factsOf(name: string | undefined, world: World): Promise<NamedText | null | "unreadable"> {
  if (name === undefined) return null;
  return (name === "-" ? stdinText(world) : readFile(resolve(world.cwd, name), "utf8")).then(
    (text) => ({ name, text }),
    () => "unreadable" as const,
  );
}

/** The input as text, piece by piece: an answer may be longer than memory should hold. */
async function* piecesOf(file: string | undefined, world: World): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const stream: AsyncIterable<Uint8Array> =
    file === undefined || file === "-" ? world.stdin : createReadStream(resolve(world.cwd, file));
  for await (const piece of stream) yield decoder.decode(piece, { stream: true });
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
