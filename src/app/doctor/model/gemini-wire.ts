import { type ModelReply, objectIn, objects, type ReplyFrame, textIn, textOf, type Wire } from "./wire.ts";

const partsOf = (reply: ModelReply, id: string): readonly object[] => [
  ...(reply.text === undefined ? [] : [{ text: reply.text }]),
  ...(reply.kind === "text" ? [] : [{ functionCall: { id: `fc_${id}`, name: reply.name, args: reply.input } }]),
];

function usageOf({ usage }: ReplyFrame) {
  const asked = usage.in + usage.cachedRead + usage.cachedWrite;
  return {
    promptTokenCount: asked,
    candidatesTokenCount: usage.out,
    totalTokenCount: asked + usage.out,
    cachedContentTokenCount: usage.cachedRead,
  };
}

const whole = (reply: ModelReply, frame: ReplyFrame) => ({
  candidates: [{ content: { role: "model", parts: partsOf(reply, frame.id) }, index: 0, finishReason: "STOP" }],
  usageMetadata: usageOf(frame),
  modelVersion: frame.model,
  responseId: `resp_${frame.id}`,
});

/** Google's generateContent: Gemini CLI. */
export const geminiWire: Wire = {
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read: (body, path) => ({
    model: /\/models\/(?<model>[^/:]+):/.exec(path)?.groups?.["model"] ?? "",
    tools: objects(body["tools"])
      .flatMap((tool) => objects(tool["functionDeclarations"]))
      .map((tool) => textIn(tool, "name")),
    results: objects(body["contents"])
      .flatMap(({ parts }) => objects(parts))
      .filter((part) => "functionResponse" in part)
      .map((part) => textOf(objectIn(part, "functionResponse")["response"])),
    streams: path.includes(":stream"),
  }),
  events: (reply, frame) => [{ event: null, data: whole(reply, frame) }],
  whole,
};
