import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Brief, briefText, readBrief } from "../../../core/brief/brief.ts";
import { taskId } from "../../../core/task-id.ts";
import type { TaskId } from "../../../core/task.ts";
import type { Foresight } from "../../../ports/foresight.ts";
import { replaceFile } from "../atomic-file.ts";

/** What is known ahead, as files of the harness's folder (absolute). The names are those that people's own tools know. */
export function fileForesight(folder: string): Foresight {
  const hint = join(folder, ".linear_next_issue");
  const intended = join(folder, ".next_intended_issue");
  const brief = join(folder, "brief.json");
  const prepared = join(folder, "brief-next.json");
  const keep = async (path: string, text: string): Promise<void> => {
    mkdirSync(folder, { recursive: true });
    await replaceFile(path, text);
  };
  return {
    hint: () => idIn(textOf(hint)),
    takeHint: () => idIn(taken(hint)),
    intend: async (id) => {
      if (id === null) rmSync(intended, { force: true });
      else await keep(intended, `${id}\n`);
    },
    brief: () => {
      const text = textOf(brief);
      return text === null ? null : readBrief(text);
    },
    keep: (value) => keep(brief, briefText(value)),
    prepare: (value) => keep(prepared, briefText(value)),
    takePrepared: () => briefIn(taken(prepared)),
  };
}

const longestId = 200;

/** The id that a note holds: one word and nothing besides, of letters, digits and what ids are joined with. */
function idIn(text: string | null): TaskId | null {
  const word = text?.trim() ?? "";
  return word.length <= longestId && /^#?\w[\w.#/:-]*$/.test(word) ? taskId(word) : null;
}

function briefIn(text: string | null): Brief | null {
  const reading = text === null ? null : readBrief(text);
  return reading?.ok === true ? reading.value : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function taken(path: string): string | null {
  const text = textOf(path);
  if (text !== null) rmSync(path, { force: true });
  return text;
}
