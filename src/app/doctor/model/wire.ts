/** What the model on loopback says: a text, or the call of one tool, with words before it where there are some. */
export type ModelReply =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly text?: string;
    };

/** What goes with a reply: an id that no other reply of the server has, and the tokens that it is said to have used. */
export interface ReplyFrame {
  readonly id: string;
  readonly model: string;
  /** Not cached, given out, read from the cache, written to it. A protocol without the last counts it as not cached. */
  readonly usage: {
    readonly in: number;
    readonly out: number;
    readonly cachedRead: number;
    readonly cachedWrite: number;
  };
}

/** A request for the model's next words, as far as the reply depends on it. */
export interface ModelAsked {
  /** The model's name; "" where it stands in no field of the request. */
  readonly model: string;
  /** Names of the tools on offer; a request without any is for a title, a summary or the like. */
  readonly tools: readonly string[];
  /** What tools have answered so far, oldest first. */
  readonly results: readonly string[];
  /** False where the whole reply is wanted in one piece. */
  readonly streams: boolean;
}

/** A JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** One server-sent event: its name, where the protocol has names, and its data. */
export interface ServerEvent {
  readonly event: string | null;
  readonly data: unknown;
}

/** The event as it goes over the line. */
export function eventText({ event, data }: ServerEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${event === null ? "" : `event: ${event}\n`}data: ${text}\n\n`;
}

/** One provider's protocol. Pure. */
export interface Wire {
  /** Whether a request to this path is one for words. */
  matches(path: string): boolean;
  read(body: Body, path: string): ModelAsked;
  /** The reply as a stream of events; `whole` is the same in one piece. */
  events(reply: ModelReply, frame: ReplyFrame): readonly ServerEvent[];
  whole(reply: ModelReply, frame: ReplyFrame): unknown;
}

/** The objects of a list; nothing where it is none. */
export const objects = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isBody) : []);

/** The field as an object; empty where it is none. */
export const objectIn = (body: Body, name: string): Body => {
  const value = body[name];
  return isBody(value) ? value : {};
};

/** The field as a text; "" where it is none. */
export const textIn = (body: Body, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

/** A tool's answer as text, in whatever form it comes. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
