import { type ModelReply, objectIn, objects, textIn, textOf, type Wire } from "./wire.ts";

const partOf = (reply: ModelReply) =>
  reply.kind === "text" ? { text: reply.text } : { functionCall: { name: reply.name, args: reply.input } };

const whole = (reply: ModelReply) => ({
  candidates: [{ content: { role: "model", parts: [partOf(reply)] }, index: 0, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  modelVersion: "loopback",
});

/** Google's generateContent: Gemini CLI. */
export const geminiWire: Wire = {
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read: (body, path) => ({
    tools: objects(body["tools"])
      .flatMap((tool) => objects(tool["functionDeclarations"]))
      .map((tool) => textIn(tool, "name")),
    results: objects(body["contents"])
      .flatMap(({ parts }) => objects(parts))
      .filter((part) => "functionResponse" in part)
      .map((part) => textOf(objectIn(part, "functionResponse")["response"])),
    streams: path.includes(":stream"),
  }),
  events: (reply) => [{ event: null, data: whole(reply) }],
  whole,
};
