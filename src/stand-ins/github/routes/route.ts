import type { World } from "../world/world.ts";

/** A request, as far as it was understood. `params` are the parts of the path, decoded. */
export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body's members; empty where there was none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer. A text is sent as it is, all else as JSON; undefined: no body. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What answers a request. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** Handlers by method and path, the path as the official description writes it. */
export type Routes = Readonly<Record<string, Handler>>;

/** A refusal, as GitHub words it. */
export const refusal = (status: number, message: string): Reply => ({
  status,
  body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
});

/** The refusal of what does not fit: 422, with one error. */
export const unprocessable = (message: string, error: Readonly<Record<string, unknown>>): Reply => ({
  status: 422,
  body: { message, errors: [error], documentation_url: "https://docs.github.com/rest", status: "422" },
});

/** What is not there, or not for this token. */
export const notFound: Reply = refusal(404, "Not Found");

/** What this token may not do. */
export const forbidden: Reply = refusal(403, "Resource not accessible by personal access token");

/** A member of the body that is a text. */
export const textOf = (call: Call, member: string): string | undefined => {
  const value = call.body[member];
  return typeof value === "string" ? value : undefined;
};

/** One page of a list, and where the next one is. */
export function paged(
  call: Call,
  all: readonly unknown[],
  within: (page: readonly unknown[]) => unknown = (page) => page,
): Reply {
  const size = Math.min(100, Number(call.query.get("per_page") ?? 30));
  const page = Number(call.query.get("page") ?? 1);
  const body = within(all.slice((page - 1) * size, page * size));
  if (page * size >= all.length) return { status: 200, body };
  const query = new URLSearchParams(call.query);
  query.set("page", String(page + 1));
  return { status: 200, body, headers: { link: `<${call.world.url}?${query.toString()}>; rel="next"` } };
}
