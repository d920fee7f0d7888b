// Loaded into the program that is measured: at its end it writes down what the process itself has used, children left out.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.RALPH_BENCH_OWN_CPU;
if (file !== undefined && isMainThread && process.argv.includes("run"))
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(file, String((user + system) / 1000));
  });
