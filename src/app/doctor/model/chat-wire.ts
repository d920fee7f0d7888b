import {
  type ModelReply,
  objectIn,
  objects,
  type ReplyFrame,
  type ServerEvent,
  textIn,
  textOf,
  type Wire,
} from "./wire.ts";

function usageOf({ usage }: ReplyFrame) {
  const asked = usage.in + usage.cachedRead + usage.cachedWrite;
  return {
    prompt_tokens: asked,
    completion_tokens: usage.out,
    total_tokens: asked + usage.out,
    prompt_tokens_details: { cached_tokens: usage.cachedRead },
  };
}

const callsOf = (reply: ModelReply, id: string) =>
  reply.kind === "text"
    ? undefined
    : [
        {
          index: 0,
          id: `call_${id}`,
          type: "function",
          function: { name: reply.name, arguments: JSON.stringify(reply.input) },
        },
      ];

const finishOf = (reply: ModelReply): string => (reply.kind === "text" ? "stop" : "tool_calls");

const chunk = (frame: ReplyFrame, delta: object, finish: string | null = null): ServerEvent => ({
  event: null,
  data: {
    id: `chatcmpl-${frame.id}`,
    object: "chat.completion.chunk",
    created: 0,
    model: frame.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(finish === null ? {} : { usage: usageOf(frame) }),
  },
});

/** OpenAI's Chat Completions: Qwen Code, Copilot CLI, OpenCode. */
export const chatWire: Wire = {
  matches: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    model: textIn(body, "model"),
    tools: objects(body["tools"]).map((tool) => textIn(objectIn(tool, "function"), "name")),
    results: objects(body["messages"])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
    streams: body["stream"] === true,
  }),
  events: (reply, frame) => [
    chunk(frame, { role: "assistant", content: reply.text ?? "" }),
    ...(reply.kind === "text" ? [] : [chunk(frame, { tool_calls: callsOf(reply, frame.id) })]),
    chunk(frame, {}, finishOf(reply)),
    { event: null, data: "[DONE]" },
  ],
  whole: (reply, frame) => ({
    id: `chatcmpl-${frame.id}`,
    object: "chat.completion",
    created: 0,
    model: frame.model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: reply.text ?? "", tool_calls: callsOf(reply, frame.id) },
        finish_reason: finishOf(reply),
      },
    ],
    usage: usageOf(frame),
  }),
};
