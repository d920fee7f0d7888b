import { isRecord, type JsonRecord, recordOf, textOf } from "../json-line.ts";

/** An error that answered a request; `error` is as the other side put it. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly error: JsonRecord;
  constructor(method: string, error: JsonRecord) {
    super(`${method}: ${textOf(error, "message") ?? "failed"}`);
    this.error = error;
  }
}

/** The other side is gone before it answered. */
export class RpcClosed extends Error {
  override readonly name = "RpcClosed";
}

/** Answers a request of the other side; null: there is no such method here. */
export type RpcHandler = (method: string, params: JsonRecord) => Promise<unknown>;

interface Waiting {
  readonly method: string;
  readonly resolve: (result: JsonRecord) => void;
  readonly reject: (error: Error) => void;
}

/** One end of a JSON-RPC 2.0 conversation over lines. `send` takes one message, as text without a newline. */
export class Rpc {
  readonly #send: (line: string) => void;
  readonly #handle: RpcHandler;
  readonly #waiting = new Map<number, Waiting>();
  #closed: RpcClosed | null = null;
  #next = 0;

  constructor(send: (line: string) => void, handle: RpcHandler) {
    this.#send = send;
    this.#handle = handle;
  }

  /** Resolves to the result; rejects with RpcError, or with RpcClosed once the other side is gone. */
  request(method: string, params: JsonRecord): Promise<JsonRecord> {
    if (this.#closed !== null) return Promise.reject(this.#closed);
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<JsonRecord>();
    this.#waiting.set(id, { method, resolve, reject });
    this.#write({ id, method, params });
    return promise;
  }

  notify(method: string, params: JsonRecord): void {
    this.#write({ method, params });
  }

  /** One message of the other side; resolves once a request has its answer. What is no message is passed over. */
  async receive(message: JsonRecord): Promise<void> {
    const method = textOf(message, "method");
    const { id } = message;
    if (method === null) return this.#settle(message);
    if (id === undefined || id === null) return;
    const result = await this.#handle(method, recordOf(message, "params"));
    if (result === null) this.#write({ id, error: { code: -32_601, message: `Ralph offers no ${method}.` } });
    else this.#write({ id, result });
  }

  /** The other side is gone: whatever waits for it is rejected with `why`. */
  close(why: string): void {
    const closed = new RpcClosed(why);
    this.#closed ??= closed;
    for (const { reject } of this.#waiting.values()) reject(closed);
    this.#waiting.clear();
  }

  #settle(message: JsonRecord): void {
    const id = message["id"];
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (waiting === undefined || typeof id !== "number") return;
    this.#waiting.delete(id);
    if (isRecord(message["error"])) waiting.reject(new RpcError(waiting.method, message["error"]));
    else waiting.resolve(recordOf(message, "result"));
  }

  #write(message: JsonRecord): void {
    this.#send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }
}
