import { insertElements } from "../../../core/json-splice.ts";
import type { Task } from "../../../core/task.ts";
import type { JsonFormat } from "./json-format.ts";
import { parseJson } from "./json-text.ts";

/** Tasks of any source as the text of a new file, and the names of fields that the format has no place for. */
export function jsonTextOf(
  format: JsonFormat,
  tasks: readonly Task[],
): { readonly text: string; readonly lost: readonly string[] } {
  const json = parseJson(format.empty);
  const reading = "root" in json ? format.read(json, "") : json;
  if (!("frame" in reading)) throw new Error(`The empty file of ${format.kind} can't be read.`);
  const { values, lost } = format.entriesOf(tasks, reading);
  return { text: insertElements(format.empty, reading.list, values), lost };
}
