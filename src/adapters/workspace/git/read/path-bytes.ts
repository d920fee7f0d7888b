/**
 * Paths as git knows them (bytes) and as we do (text). A name that is no UTF-8 reads with replacement marks; its bytes
 * are remembered, so that git gets back the name that it gave.
 */
export interface PathBytes {
  /** Splits `-z` output into texts. */
  split(output: Buffer): string[];
  /** Joins paths for `-z --stdin` and the like, each ended by NUL; `before` is put in front of each. */
  join(paths: Iterable<string>, before?: string): Buffer;
}

const replacement = "\uFFFD";

/** Makes the memory of one repository. Only names that are no UTF-8 take room in it. */
export function pathBytes(): PathBytes {
  const raw = new Map<string, Buffer>();

  const remember = (output: Buffer): void => {
    for (let start = 0; start < output.length;) {
      const nul = output.indexOf(0, start);
      const end = nul === -1 ? output.length : nul;
      const record = output.subarray(start, end);
      const text = record.toString("utf8");
      if (text.includes(replacement)) raw.set(pathOf(text), pathOfBytes(record));
      start = end + 1;
    }
  };

  return {
    split(output) {
      const text = output.toString("utf8");
      if (text.includes(replacement)) remember(output);
      const parts = text.split("\0");
      if (parts.at(-1) === "") parts.pop();
      return parts;
    },
    join(paths, before = "") {
      const parts: (Buffer | string)[] = [];
      for (const path of paths) parts.push(before, raw.get(path) ?? path, "\0");
      return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
    },
  };
}

/** Of a status record `1 .M N... … path` the path; of a bare path itself. */
const record = /^(?:1 (?:\S+ ){7}|u (?:\S+ ){9}|\? )/;
const pathOf = (text: string): string => text.replace(record, "");

function pathOfBytes(bytes: Buffer): Buffer {
  // What stands before the path is ASCII, so that its length in text is its length in bytes.
  const head = record.exec(bytes.toString("latin1"))?.[0].length ?? 0;
  return bytes.subarray(head);
}
