import { type ModelReply, objects, type ReplyFrame, type ServerEvent, textIn, textOf, type Wire } from "./wire.ts";

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function blocksOf(reply: ModelReply, id: string): readonly Block[] {
  const words: readonly Block[] = reply.text === undefined ? [] : [{ type: "text", text: reply.text }];
  if (reply.kind === "text") return words;
  return [...words, { type: "tool_use", id: `toolu_${id}`, name: reply.name, input: reply.input }];
}

const stopOf = (reply: ModelReply): string => (reply.kind === "text" ? "end_turn" : "tool_use");

const messageOf = ({ id, model }: ReplyFrame) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model,
  stop_sequence: null,
});

const usageOf = ({ usage }: ReplyFrame) => ({
  input_tokens: usage.in,
  output_tokens: usage.out,
  cache_creation_input_tokens: usage.cachedWrite,
  cache_read_input_tokens: usage.cachedRead,
});

const named = (type: string, data: object): ServerEvent => ({ event: type, data: { type, ...data } });

const blockEvents = (block: Block, index: number): readonly ServerEvent[] => [
  named("content_block_start", {
    index,
    content_block: block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} },
  }),
  named("content_block_delta", {
    index,
    delta:
      block.type === "text"
        ? { type: "text_delta", text: block.text }
        : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
  }),
  named("content_block_stop", { index }),
];

/** Anthropic's Messages: Claude Code, and pi. */
export const anthropicWire: Wire = {
  matches: (path) => path.endsWith("/messages"),
  read: (body) => ({
    model: textIn(body, "model"),
    tools: objects(body["tools"]).map((tool) => textIn(tool, "name")),
    results: objects(body["messages"])
      .flatMap(({ content }) => objects(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textOf(content)),
    streams: body["stream"] === true,
  }),
  events: (reply, frame) => [
    named("message_start", {
      message: { ...messageOf(frame), content: [], stop_reason: null, usage: { ...usageOf(frame), output_tokens: 1 } },
    }),
    ...blocksOf(reply, frame.id).flatMap(blockEvents),
    named("message_delta", {
      delta: { stop_reason: stopOf(reply), stop_sequence: null },
      usage: { output_tokens: frame.usage.out },
    }),
    named("message_stop", {}),
  ],
  whole: (reply, frame) => ({
    ...messageOf(frame),
    content: blocksOf(reply, frame.id),
    stop_reason: stopOf(reply),
    usage: usageOf(frame),
  }),
};
