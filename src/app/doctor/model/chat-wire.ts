import { type ModelReply, objectIn, objects, type ServerEvent, textIn, textOf, type Wire } from "./wire.ts";

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

const callsOf = (reply: ModelReply) =>
  reply.kind === "text"
    ? undefined
    : [
        {
          index: 0,
          id: "call_loopback",
          type: "function",
          function: { name: reply.name, arguments: JSON.stringify(reply.input) },
        },
      ];

const finishOf = (reply: ModelReply): string => (reply.kind === "text" ? "stop" : "tool_calls");

const chunk = (delta: object, finish: string | null = null): ServerEvent => ({
  event: null,
  data: {
    id: "chatcmpl-loopback",
    object: "chat.completion.chunk",
    created: 0,
    model: "loopback",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(finish === null ? {} : { usage }),
  },
});

/** OpenAI's Chat Completions: Qwen Code, Copilot CLI, OpenCode. */
export const chatWire: Wire = {
  matches: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    tools: objects(body["tools"]).map((tool) => textIn(objectIn(tool, "function"), "name")),
    results: objects(body["messages"])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
    streams: body["stream"] === true,
  }),
  events: (reply) => [
    chunk({ role: "assistant", content: reply.kind === "text" ? reply.text : "" }),
    ...(reply.kind === "text" ? [] : [chunk({ tool_calls: callsOf(reply) })]),
    chunk({}, finishOf(reply)),
    { event: null, data: "[DONE]" },
  ],
  whole: (reply) => ({
    id: "chatcmpl-loopback",
    object: "chat.completion",
    created: 0,
    model: "loopback",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: reply.kind === "text" ? reply.text : "", tool_calls: callsOf(reply) },
        finish_reason: finishOf(reply),
      },
    ],
    usage,
  }),
};
