import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { bridge } from "../adapters/agents/acp/bridge.ts";
import { judgeTool } from "../guard/judge-tool.ts";
import { refusalText } from "../guard/judgement.ts";
import { lookAround } from "./hook/hook-surroundings.ts";

// The door of the bridge to ACP servers: `ralph acp [--reads-only] [--model M] [--resume ID] -- SERVER...`, started by the harness
// as any other agent program is. The prompt comes on stdin.
const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { "reads-only": { type: "boolean" }, model: { type: "string" }, resume: { type: "string" } },
  allowPositionals: true,
});
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
const { scene } = lookAround(process.cwd(), process.env);

process.exitCode = await bridge(
  {
    server: positionals,
    readsOnly: values["reads-only"] === true,
    cwd: process.cwd(),
    prompt: await text(process.stdin),
    model: values.model ?? null,
    resume: values.resume ?? null,
    env: process.env,
  },
  {
    write: (line) =>
      new Promise((done, failed) =>
        process.stdout.write(`${line}\n`, (error) => (error == null ? done() : failed(error))),
      ),
    complain: (said) => void process.stderr.write(said),
    judge: async (calls) => {
      for (const call of calls) {
        const judgement = await judgeTool(call, scene);
        if (!judgement.allowed) return refusalText(judgement);
      }
      return null;
    },
    stop: stop.signal,
  },
);
