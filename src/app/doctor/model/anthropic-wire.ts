import { type ModelReply, objects, type ServerEvent, textIn, textOf, type Wire } from "./wire.ts";

const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const shell = { id: "msg_loopback", type: "message", role: "assistant", model: "loopback", stop_sequence: null };

const blockOf = (reply: ModelReply) =>
  reply.kind === "text"
    ? { type: "text", text: reply.text }
    : { type: "tool_use", id: "toolu_loopback", name: reply.name, input: reply.input };

const stopOf = (reply: ModelReply): string => (reply.kind === "text" ? "end_turn" : "tool_use");

const named = (type: string, data: object): ServerEvent => ({ event: type, data: { type, ...data } });

/** Anthropic's Messages: Claude Code, and pi. */
export const anthropicWire: Wire = {
  matches: (path) => path.endsWith("/messages"),
  read: (body) => ({
    tools: objects(body["tools"]).map((tool) => textIn(tool, "name")),
    results: objects(body["messages"])
      .flatMap(({ content }) => objects(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textOf(content)),
    streams: body["stream"] === true,
  }),
  events: (reply) => [
    named("message_start", { message: { ...shell, content: [], stop_reason: null, usage } }),
    named("content_block_start", {
      index: 0,
      content_block: reply.kind === "text" ? { type: "text", text: "" } : { ...blockOf(reply), input: {} },
    }),
    named("content_block_delta", {
      index: 0,
      delta:
        reply.kind === "text"
          ? { type: "text_delta", text: reply.text }
          : { type: "input_json_delta", partial_json: JSON.stringify(reply.input) },
    }),
    named("content_block_stop", { index: 0 }),
    named("message_delta", {
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: 10 },
    }),
    named("message_stop", {}),
  ],
  whole: (reply) => ({ ...shell, content: [blockOf(reply)], stop_reason: stopOf(reply), usage }),
};
