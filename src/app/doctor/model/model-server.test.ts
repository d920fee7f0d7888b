import { describe, expect, test } from "vitest";
import { startModelServer } from "./model-server.ts";
import type { ModelAsked, ModelReply } from "./wire.ts";

const call: ModelReply = { kind: "tool", name: "write", input: { path: "a" } };

/** Every protocol: where it asks, how it offers a tool and hands over a result, and where its answer names the tool. */
const protocols = [
  [
    "Anthropic",
    "/v1/messages?beta=true",
    { tools: [{ name: "write" }], messages: [{ content: [{ type: "tool_result", content: "done" }] }] },
  ],
  [
    "OpenAI Responses",
    "/v1/responses",
    { tools: [{ name: "write" }], input: [{ type: "function_call_output", output: "done" }] },
  ],
  [
    "OpenAI Chat",
    "/v1/chat/completions",
    { tools: [{ function: { name: "write" } }], messages: [{ role: "tool", content: "done" }] },
  ],
  [
    "Gemini",
    "/v1beta/models/m:generateContent",
    {
      tools: [{ functionDeclarations: [{ name: "write" }] }],
      contents: [{ parts: [{ functionResponse: { response: "done" } }] }],
    },
  ],
] as const;

const post = async (url: string, body: unknown): Promise<string> => {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return response.text();
};

describe.each(protocols)("the model on loopback speaks %s", (name, path, body) => {
  test("a move is a call of the tool, and what a tool has answered is heard, in one piece as in a stream", async () => {
    const heard: ModelAsked[] = [];
    await using model = await startModelServer((asked) => {
      heard.push(asked);
      return call;
    });
    const streamed = path.replace(":g", ":streamG");
    const texts = [
      await post(model.url + path, body),
      await post(model.url + streamed, name === "Gemini" ? body : { ...body, stream: true }),
    ];
    for (const text of texts) expect(text).toMatch(/"name":"write"/);
    expect(texts[1]).toMatch(/^(?:event: .+\n)?data: /);
    expect(heard.map(({ tools, results, streams }) => [tools, results, streams])).toEqual([
      [["write"], ["done"], false],
      [["write"], ["done"], true],
    ]);
  });
  test("a request without tools gets a word, and asks nobody", async () => {
    await using model = await startModelServer(() => {
      throw new Error("asked");
    });
    expect(await post(model.url + path, {})).toContain("ok");
  });
});

test("what else is asked for is answered without a stop", async () => {
  await using model = await startModelServer(() => call);
  expect(JSON.parse(await (await fetch(`${model.url}/v1/models`)).text())).toMatchObject({ object: "list" });
  expect((await fetch(`${model.url}/v1/messages/count_tokens`, { method: "POST", body: "{" })).status).toBe(404);
});
