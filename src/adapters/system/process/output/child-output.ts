import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { OutputStream, ProcessLimits, ProcessLog } from "../../../../ports/processes.ts";
import { ByteTail } from "./byte-tail.ts";
import { LinePieces, type LinePiece } from "./line-pieces.ts";
import { OutputLog } from "./output-log.ts";
import { within } from "../within.ts";

/** Nothing new for so long after the exit means that the pipe is empty, though somebody holds it open. */
const quietMs = 100;
const longestStderrLine = 1024 * 1024;

/** Who is told of the output; `onLine` null: nobody wants lines. */
export interface OutputReader {
  readonly onChunk: () => void;
  readonly onLine: ((text: string, stream: OutputStream, cut: boolean) => void) | null;
  readonly onFlood: () => void;
}

/** Both outputs of one child: read all the time, kept in the log, cut into lines, counted, and never gathered. */
export class ChildOutput {
  readonly bytes: Record<OutputStream, number> = { stdout: 0, stderr: 0 };
  readonly #limits: ProcessLimits;
  readonly #mask: ProcessLog["mask"];
  readonly #logs: Record<OutputStream, OutputLog | null>;
  readonly #reader: OutputReader;
  readonly #tail: ByteTail;
  readonly #streams: Readable[] = [];
  readonly #lines: LinePieces[] = [];
  #lastChunk = 0;
  #flooded = false;

  constructor(limits: ProcessLimits, log: ProcessLog | undefined, reader: OutputReader) {
    this.#limits = limits;
    this.#mask = log?.mask ?? null;
    this.#logs = { stdout: openLog(log?.stdout), stderr: openLog(log?.stderr) };
    this.#reader = reader;
    this.#tail = new ByteTail(limits.stderrTailBytes);
  }

  get logError(): string | null {
    return this.#logs.stdout?.problem ?? this.#logs.stderr?.problem ?? null;
  }

  get stderrTail(): string {
    return this.#tail.text();
  }

  /** Begins to read. Only what is called here reads a stream, so that nothing can hold it back. */
  attach(stream: Readable, name: OutputStream): void {
    const lines = this.#linesOf(name);
    if (lines !== null) this.#lines.push(lines.pieces);
    this.#streams.push(stream);
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => {
      this.#lastChunk = performance.now();
      this.bytes[name] += chunk.length;
      if (this.#flooded) return;
      if (name === "stderr") this.#tail.push(chunk);
      if (this.#mask === null) this.#logs[name]?.write(chunk);
      lines?.pieces.push(chunk);
      lines?.flush();
      this.#reader.onChunk();
      this.#checkFlood();
    });
  }

  /** Waits for the end of both outputs, or until nothing comes any more, at most `ms`. True when both have ended. */
  async drained(ms: number): Promise<boolean> {
    const ended = Promise.all(this.#streams.map((stream) => this.#ended(stream)));
    const begun = performance.now();
    while (!(await within(ended, Math.min(quietMs, ms)))) {
      const now = performance.now();
      // The loop may have been busy: one more turn of it reads what is waiting.
      if (now - begun >= ms || now - Math.max(begun, this.#lastChunk) >= quietMs) {
        await pause(1);
        return false;
      }
    }
    return true;
  }

  /** The last line without a newline is told, the log closed, and the pipes given up. */
  close(): void {
    for (const stream of this.#streams) stream.destroy();
    if (!this.#flooded) for (const lines of this.#lines) lines.end();
    this.#logs.stdout?.close();
    this.#logs.stderr?.close();
  }

  #ended(stream: Readable): Promise<void> {
    return new Promise((resolve) => {
      if (stream.closed || stream.readableEnded) resolve();
      else stream.once("close", resolve);
    });
  }

  #checkFlood(): void {
    const { maxOutputBytes } = this.#limits;
    if (maxOutputBytes === null || this.bytes.stdout + this.bytes.stderr <= maxOutputBytes) return;
    this.#flooded = true;
    this.#reader.onFlood();
  }

  #linesOf(name: OutputStream): { readonly pieces: LinePieces; readonly flush: () => void } | null {
    const { onLine } = this.#reader;
    const mask = this.#logs[name] === null ? null : this.#mask;
    if (onLine === null && mask === null) return null;
    let masked = "";
    const flush = () => {
      if (masked !== "") this.#logs[name]?.write(Buffer.from(masked));
      masked = "";
    };
    const take = ({ bytes, first, end }: LinePiece) => {
      const told = first && onLine !== null;
      if (!told && mask === null) return;
      const text = bytes.toString("utf8");
      if (mask !== null) masked += end === "newline" ? `${mask(text)}\n` : mask(text);
      if (end === "output") flush();
      if (told) onLine(text, name, end === "cut");
    };
    const { maxLineBytes } = this.#limits;
    const pieces = new LinePieces(name === "stderr" ? Math.min(maxLineBytes, longestStderrLine) : maxLineBytes, take);
    return { pieces, flush };
  }
}

function openLog(path: string | null | undefined): OutputLog | null {
  return path === null || path === undefined ? null : new OutputLog(path);
}
