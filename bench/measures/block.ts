import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StatusStream } from "../../src/core/status/status-stream.ts";
import { ownCpuMs } from "../cpu.ts";
import { median, type Figure } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";

const piece =
  "The agent says what it does, in prose and in code: `const answer = 42;` and then it goes on for a while.\n";
const blockText = [
  "---RALPH_STATUS---",
  "STATUS: COMPLETE",
  "TASKS_COMPLETED_THIS_LOOP: 1",
  "FILES_MODIFIED: 3",
  "TESTS_STATUS: PASSING",
  "WORK_TYPE: IMPLEMENTATION",
  "EXIT_SIGNAL: true",
  "RECOMMENDATION: nothing is left",
  "---END_RALPH_STATUS---",
  "",
].join("\n");

/** M-8: a long text with one block at its end, beside reading the file alone; and texts made to be slow. */
export const block: Measure = {
  id: "M-8",
  what: "status block",
  take: async (bench) => [...(await longText(bench)), ...(await hostileTexts(bench))],
};

async function longText({ folder, sizes }: Bench): Promise<readonly Figure[]> {
  const path = join(folder, "transcript");
  const bytes = sizes.textMb * 1_000_000;
  writeFileSync(path, piece.repeat(Math.ceil(bytes / piece.length)) + blockText);
  const speeds = { read: [] as number[], scan: [] as number[] };
  for (let round = 0; round <= Math.min(3, sizes.rounds); round++) {
    const read = await ownCpuMs(async () => {
      let length = 0;
      for await (const text of textOf(path)) length += text.length;
      if (length < bytes) throw new Error("the file is too short");
    });
    const both = await ownCpuMs(async () => {
      const stream = new StatusStream("workflow/1.2");
      for await (const text of textOf(path)) stream.push(text);
      if (stream.end().block?.exitSignal !== true) throw new Error("the block was not found");
    });
    if (round === 0) continue;
    speeds.read.push(sizes.textMb / (read / 1_000));
    speeds.scan.push(sizes.textMb / (Math.max(1, both - read) / 1_000));
  }
  return [
    {
      id: "M-8",
      what: `a block at the end of ${sizes.textMb} MB, reading the file left out`,
      unit: "MB/s",
      value: median(speeds.scan),
      baseline: { what: "reading the file", value: median(speeds.read) },
      goal: { of: "value", bound: "at least", limit: 500 },
    },
  ];
}

const textOf = (path: string): AsyncIterable<string> =>
  createReadStream(path, { encoding: "latin1", highWaterMark: 1 << 20 });

/** Texts in which something begins again and again and never ends. */
const hostile: Readonly<Record<string, string>> = {
  "starts without ends": "---RALPH_STATUS---\nSTATUS: COMPLETE\n",
  "ends without starts": "---END_RALPH_STATUS---\n",
  "delimiters in one line": "---RALPH_STATUS---",
  dashes: "-".repeat(64),
  "fields without delimiters": "STATUS: COMPLETE\nEXIT_SIGNAL: true\n",
  "fences in fences": "```\n~~~\n> ```json\n",
  "a block in each answer": blockText,
  "half-escaped quotes": '\\"---RALPH_STATUS---\\n\\"',
};

/** Each hostile text at a size and at four times of it: the cost of a byte has to stay the same. */
async function hostileTexts({ sizes }: Bench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, unit] of Object.entries(hostile)) {
    const costs = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round <= Math.min(3, sizes.rounds); round++) {
      const small = await readingCost(unit, sizes.hostileKb * 1_024);
      const large = await readingCost(unit, sizes.hostileKb * 4_096);
      if (round === 0) continue;
      costs.small.push(small);
      costs.large.push(large / 4);
    }
    figures.push({
      id: "M-8",
      what: `worst case: ${name}, ${sizes.hostileKb * 4} kB, a quarter of it`,
      unit: "ms CPU",
      value: median(costs.large),
      baseline: { what: `${sizes.hostileKb} kB`, value: Math.max(0.01, median(costs.small)) },
      goal: { of: "ratio", bound: "at most", limit: 1.5 },
    });
  }
  return figures;
}

function readingCost(unit: string, length: number): Promise<number> {
  const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return ownCpuMs(() => {
    const stream = new StatusStream("workflow/1.2");
    for (let from = 0; from < text.length; from += 65_536) stream.push(text.slice(from, from + 65_536));
    return stream.end();
  });
}
