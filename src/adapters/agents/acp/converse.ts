import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import { loginWanted } from "./failures.ts";
import { type Rpc, RpcError } from "./rpc.ts";

/** What is wanted of a server. `cwd`: the work tree, absolute. */
export interface AcpOrder {
  readonly cwd: string;
  readonly prompt: string;
  readonly model: string | null;
  readonly resume: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Raised for what the server can't do and does not say by itself: a JSON-RPC error of ours. */
export class AcpRefusal extends Error {
  override readonly name = "AcpRefusal";
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const badParams = -32_602;

/** Hears how far the conversation is: a server that loads a session tells all of it once more. */
export interface AcpListener {
  onSession(id: string): void;
  onReplay(isOn: boolean): void;
}

/** One prompt from the first word to the end of the turn. Rejects with RpcError, RpcClosed or AcpRefusal. */
export async function converse(rpc: Rpc, order: AcpOrder, listener: AcpListener): Promise<void> {
  const server = await rpc.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "ralph", version: "1" },
  });
  const session = await withLogin(rpc, server, order, () => openSession(rpc, server, order, listener));
  const id = order.resume ?? textOf(session, "sessionId") ?? "";
  listener.onSession(id);
  if (order.model !== null) await chooseModel(rpc, id, session, order.model);
  await rpc.request("session/prompt", { sessionId: id, prompt: [{ type: "text", text: order.prompt }] });
}

async function openSession(
  rpc: Rpc,
  server: JsonRecord,
  { cwd, resume }: AcpOrder,
  listener: AcpListener,
): Promise<JsonRecord> {
  const place = { cwd, mcpServers: [] };
  if (resume === null) return rpc.request("session/new", place);
  const able = recordOf(server, "agentCapabilities");
  const session = { sessionId: resume, ...place };
  if (isRecord(recordOf(able, "sessionCapabilities")["resume"])) return rpc.request("session/resume", session);
  if (able["loadSession"] !== true)
    throw new AcpRefusal(badParams, "This ACP server can't continue a session. Set RALPH_SESSION=fresh.");
  listener.onReplay(true);
  try {
    return await rpc.request("session/load", session);
  } finally {
    listener.onReplay(false);
  }
}

/** Tries without a log-in first: most servers have their own. Only a way that needs nobody is tried when one is asked for. */
async function withLogin(
  rpc: Rpc,
  server: JsonRecord,
  { env }: AcpOrder,
  open: () => Promise<JsonRecord>,
): Promise<JsonRecord> {
  try {
    return await open();
  } catch (error) {
    const method =
      error instanceof RpcError && numberOf(error.error, "code") === loginWanted ? silentLogin(server, env) : null;
    if (method === null) throw error;
    await rpc.request("authenticate", { methodId: method });
    return open();
  }
}

/** A way to log in by variables that are set. */
function silentLogin(server: JsonRecord, env: AcpOrder["env"]): string | null {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  const methods = recordsOf(server, "authMethods");
  const byVariable = methods.find((method) => {
    const names = recordsOf(method, "vars").flatMap((one) => textOf(one, "name") ?? []);
    return names.length > 0 && names.every(isSet);
  });
  const byKey = methods.find(({ id }) => typeof id === "string" && /api-?key$/i.test(id) && isSet(keyVariable(id)));
  return textOf(byVariable ?? byKey ?? {}, "id");
}

/** `gemini-api-key` is the key in GEMINI_API_KEY. */
const keyVariable = (id: string): string => id.toUpperCase().replaceAll("-", "_");

async function chooseModel(rpc: Rpc, sessionId: string, session: JsonRecord, model: string): Promise<void> {
  const option = recordsOf(session, "configOptions").find(
    (one) => one["category"] === "model" || one["id"] === "model",
  );
  if (option !== undefined) {
    mustOffer(
      recordsOf(option, "options").flatMap((one) => [one, ...recordsOf(one, "options")]),
      "value",
      model,
    );
    const configId = textOf(option, "id") ?? "model";
    await rpc.request("session/set_config_option", { sessionId, configId, value: model });
    return;
  }
  const models = recordsOf(recordOf(session, "models"), "availableModels");
  mustOffer(models, "modelId", model);
  await rpc.request("session/set_model", { sessionId, modelId: model });
}

function mustOffer(offered: readonly JsonRecord[], field: string, model: string): void {
  const names = offered.flatMap((one) => textOf(one, field) ?? []);
  if (names.includes(model)) return;
  const choice = names.length === 0 ? "lets nobody choose one" : `has ${names.slice(0, 20).join(", ")}`;
  throw new AcpRefusal(badParams, `Unknown model ${model}: this ACP server ${choice}.`);
}
