import { type ModelReply, objects, type ServerEvent, textIn, textOf, type Wire } from "./wire.ts";

const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };

const itemOf = (reply: ModelReply) =>
  reply.kind === "text"
    ? {
        type: "message",
        id: "msg_loopback",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: reply.text, annotations: [] }],
      }
    : {
        type: "function_call",
        id: "fc_loopback",
        call_id: "call_loopback",
        name: reply.name,
        arguments: JSON.stringify(reply.input),
        status: "completed",
      };

const response = (status: string, output: readonly unknown[]) => ({
  id: "resp_loopback",
  object: "response",
  created_at: 0,
  status,
  model: "loopback",
  output,
  usage: status === "completed" ? usage : null,
  error: null,
  incomplete_details: null,
  tools: [],
});

const numbered = (events: readonly (readonly [string, object])[]): readonly ServerEvent[] =>
  events.map(([type, data], index) => ({ event: type, data: { type, sequence_number: index, ...data } }));

/** OpenAI's Responses: Codex. */
export const responsesWire: Wire = {
  matches: (path) => path.endsWith("/responses"),
  read: (body) => ({
    tools: objects(body["tools"]).map((tool) => textIn(tool, "name") || textIn(tool, "type")),
    results: objects(body["input"])
      .filter((item) => textIn(item, "type").endsWith("_output"))
      .map(({ output }) => textOf(output)),
    streams: body["stream"] === true,
  }),
  events: (reply) => {
    const item = itemOf(reply);
    return numbered([
      ["response.created", { response: response("in_progress", []) }],
      ["response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } }],
      ["response.output_item.done", { output_index: 0, item }],
      ["response.completed", { response: response("completed", [item]) }],
    ]);
  },
  whole: (reply) => response("completed", [itemOf(reply)]),
};
