import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, platform, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Figure } from "./figure.ts";
import type { Bench, Measure } from "./measure.ts";
import { block } from "./measures/block.ts";
import { growth } from "./measures/growth.ts";
import { taskIndex } from "./measures/task-index.ts";
import { iteration } from "./measures/iteration.ts";
import { memory } from "./measures/memory.ts";
import { hook, start } from "./measures/start.ts";
import { tokens } from "./measures/tokens.ts";
import { tableOf, type Report } from "./report.ts";
import { full, tiny } from "./sizes.ts";

// node bench/bench.ts [--only M-3] [--out FILE] [--compare FILE] [--tiny] [--ralph FILE]
// Nothing here fails on a time. Look at ratios within one run; the same figure of two runs is for a quiet machine.

const measures: readonly Measure[] = [start, hook, iteration, memory, growth, taskIndex, block, tokens];

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    out: { type: "string" },
    compare: { type: "string" },
    tiny: { type: "boolean", default: false },
    ralph: { type: "string", default: fileURLToPath(new URL("../bin/ralph.js", import.meta.url)) },
  },
});

const folder = mkdtempSync(join(tmpdir(), "ralph-bench-"));
try {
  const bench: Bench = { folder, sizes: options.tiny ? tiny : full, ralph: [process.execPath, options.ralph] };
  const figures: Figure[] = [];
  for (const measure of measures.filter(({ id }) => options.only?.includes(id) ?? true)) {
    process.stderr.write(`${measure.id} ${measure.what} …\n`);
    figures.push(...(await measure.take(bench)));
  }
  const report: Report = { machine: machine(), figures };
  const before = options.compare === undefined ? null : readReport(options.compare);
  console.log(
    `${report.machine.cores} × ${report.machine.cpu}, ${report.machine.system}, node ${report.machine.node}\n`,
  );
  console.log(tableOf(figures, before));
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function machine(): Report["machine"] {
  const cpu = cpus()[0]?.model.trim() ?? "unknown";
  return { cpu, cores: availableParallelism(), node: process.versions.node, system: `${platform()} ${arch()}` };
}

/** A report that an earlier run has written with `--out`. */
function readReport(path: string): Report {
  const read: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isReport(read)) throw new Error(`${path} is no report of this program: write one with --out.`);
  return read;
}

function isReport(value: unknown): value is Report {
  return typeof value === "object" && value !== null && "figures" in value && Array.isArray(value.figures);
}
