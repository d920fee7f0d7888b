import { array, assert, constantFrom, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { LinePieces } from "./line-pieces.ts";

/** Cuts the chunks, and writes each piece as text with a mark for how it ended. */
function cut(chunks: readonly Uint8Array[], maxBytes: number): string[] {
  const pieces: string[] = [];
  const marks = { newline: "⏎", output: "", cut: "…" };
  const lines = new LinePieces(maxBytes, ({ bytes, first, end }) => {
    pieces.push(`${first ? "" : "+"}${bytes.toString("utf8")}${marks[end]}`);
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  return pieces;
}

test("F116 a character split at any byte boundary stays whole", () => {
  const bytes = Buffer.from("é漢🎉\né漢🎉");
  for (let at = 0; at <= bytes.length; at++)
    expect(cut([bytes.subarray(0, at), bytes.subarray(at)], 100)).toEqual(["é漢🎉⏎", "é漢🎉"]);
});

test("empty lines count; nothing after the last newline is no line", () => {
  expect(cut([Buffer.from("\na\n\n")], 100)).toEqual(["⏎", "a⏎", "⏎"]);
  expect(cut([], 100)).toEqual([]);
});

test("a line longer than allowed comes in pieces that end between characters", () => {
  expect(cut([Buffer.from("漢漢漢漢漢\nx")], 8)).toEqual(["漢漢…", "+漢漢…", "+漢⏎", "x"]);
});

test("bytes that are no UTF-8 do not stall it", () => {
  expect(cut([Buffer.alloc(20, 0x80)], 8)).toHaveLength(3);
});

test("however the chunks fall, the lines are the same and nothing is lost", () => {
  const text = array(constantFrom("a", "é", "漢", "🎉", "\n", "\r"), { maxLength: 60 }).map((parts) => parts.join(""));
  const sizes = array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 });
  assert(
    property(text, sizes, integer({ min: 8, max: 40 }), (whole, steps, maxBytes) => {
      const bytes = Buffer.from(whole);
      const chunks: Buffer[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = steps[i % steps.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const pieces = cut(chunks, maxBytes);
      expect(pieces).toEqual(cut([bytes], maxBytes));
      expect(pieces.join("").replaceAll(/…\+/g, "").replaceAll("⏎", "\n")).toBe(whole);
    }),
  );
});

test("F118 the work is linear: bytes are copied at most a few times", () => {
  let copied = 0;
  const chunk = Buffer.alloc(16 * 1024, "x");
  const counting = new Proxy(chunk, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]) => {
        copied += key === "copy" ? chunk.length : 0;
        return Reflect.apply(value, target, args);
      };
    },
  });
  let seen = 0;
  const lines = new LinePieces(16 * 1024 * 1024, ({ bytes }) => void (seen += bytes.length));
  for (let i = 0; i < 4096; i++) lines.push(counting);
  lines.end();
  expect(seen).toBe(64 * 1024 * 1024);
  expect(copied).toBeLessThanOrEqual(seen);
});
