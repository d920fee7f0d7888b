import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pi } from "./pi.ts";

const extension = pathToFileURL(join(import.meta.dirname, "../../../../assets/hooks/pi-limits.js")).href;

/** What a program with the extension reads from a service that refuses with this Retry-After, and what it makes of it. */
async function refusalWith(retryAfter: string): Promise<string> {
  const body = JSON.stringify({ error: { type: "rate_limit_error", message: "used up" } });
  const server = createServer((_, answer) => answer.writeHead(429, { "retry-after": retryAfter }).end(body));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  const program = `import limits from ${JSON.stringify(extension)};
    limits();
    const answer = await fetch("http://127.0.0.1:${port}/");
    console.log(answer.headers.get("x-should-retry") ?? "as it came", answer.status, await answer.text());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  server.close();
  server.closeAllConnections();
  return stdout.trim();
}

test("a short wait is left to the program", async () => {
  expect(await refusalWith("2")).toMatch(/^as it came 429 .*rate_limit_error/);
});

test.each([["10800"], [new Date(Date.now() + 10_800_000).toUTCString()]])(
  "L-26 a wait of hours (%s) fails at once, as a used-up plan with its reset",
  async (retryAfter) => {
    const said = await refusalWith(retryAfter);
    expect(said).toMatch(/^false 429 .*usage_limit_reached.*used up/);
    const reader = pi.read();
    const message = { role: "assistant", content: [], stopReason: "error", errorMessage: said.slice("false ".length) };
    reader.line(JSON.stringify({ type: "session", version: 3, id: "01a22af8-c9e6-70a7-be9d-c716bb65e1da" }));
    reader.line(JSON.stringify({ type: "message_end", message }));
    const call = reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null }, Date.now());
    expect(call.outcome).toBe("usage_limit");
    expect(Math.abs(Date.parse(call.limit?.resetAt ?? "") - Date.now() - 10_800_000)).toBeLessThan(60_000);
  },
);
