import { type ModelReply, objects, type ReplyFrame, type ServerEvent, textIn, textOf, type Wire } from "./wire.ts";

function usageOf({ usage }: ReplyFrame) {
  const asked = usage.in + usage.cachedRead + usage.cachedWrite;
  return {
    input_tokens: asked,
    input_tokens_details: { cached_tokens: usage.cachedRead },
    output_tokens: usage.out,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: asked + usage.out,
  };
}

function itemsOf(reply: ModelReply, id: string): readonly object[] {
  const status = "completed";
  const content = [{ type: "output_text", text: reply.text, annotations: [] }];
  const message = { type: "message", id: `msg_${id}`, status, role: "assistant", content };
  const words = reply.text === undefined ? [] : [message];
  if (reply.kind === "text") return words;
  const called = { name: reply.name, arguments: JSON.stringify(reply.input) };
  return [...words, { type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, ...called, status }];
}

const response = (status: string, output: readonly unknown[], frame: ReplyFrame) => ({
  id: `resp_${frame.id}`,
  object: "response",
  created_at: 0,
  status,
  model: frame.model,
  output,
  usage: status === "completed" ? usageOf(frame) : null,
  error: null,
  incomplete_details: null,
  tools: [],
});

const numbered = (events: readonly (readonly [string, object])[]): readonly ServerEvent[] =>
  events.map(([type, data], index) => ({ event: type, data: { type, sequence_number: index, ...data } }));

const itemEvents = (item: object, index: number) =>
  [
    ["response.output_item.added", { output_index: index, item: { ...item, status: "in_progress" } }],
    ["response.output_item.done", { output_index: index, item }],
  ] as const;

/** OpenAI's Responses: Codex. */
export const responsesWire: Wire = {
  matches: (path) => path.endsWith("/responses"),
  read: (body) => ({
    model: textIn(body, "model"),
    tools: objects(body["tools"]).map((tool) => textIn(tool, "name") || textIn(tool, "type")),
    results: objects(body["input"])
      .filter((item) => textIn(item, "type").endsWith("_output"))
      .map(({ output }) => textOf(output)),
    streams: body["stream"] === true,
  }),
  events: (reply, frame) => {
    const items = itemsOf(reply, frame.id);
    return numbered([
      ["response.created", { response: response("in_progress", [], frame) }],
      ...items.flatMap(itemEvents),
      ["response.completed", { response: response("completed", items, frame) }],
    ]);
  },
  whole: (reply, frame) => response("completed", itemsOf(reply, frame.id), frame),
};
