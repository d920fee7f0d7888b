/**
 * GitHub refused, or could not be asked. `message` is for people; `status` and `detail` are GitHub's own: its HTTP status (null: no
 * answer) and its words. `retryAt` is in ms (UTC), where it says when to come again.
 */
export class GithubError extends Error {
  override readonly name = "GithubError";
  readonly code: "auth" | "not-found" | "forbidden" | "limited" | "network" | "invalid" | "failed";
  readonly status: number | null;
  readonly detail: string;
  readonly retryAt: number | null;
  constructor(
    code: GithubError["code"],
    message: string,
    more: ErrorOptions & {
      readonly status?: number | null;
      readonly detail?: string;
      readonly retryAt?: number | null;
    } = {},
  ) {
    super(message, more);
    this.code = code;
    this.status = more.status ?? null;
    this.detail = more.detail ?? "";
    this.retryAt = more.retryAt ?? null;
  }
}

/** An answer that is a refusal, as far as it matters here. Header names are in lower case. */
interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly detail: string;
}

/** What was asked, for messages: method and path. */
export interface Asked {
  readonly method: string;
  readonly path: string;
}

/** So long GitHub wants to be left alone after a limit that does not say how long. */
const usualPauseMs = 60_000;

/** Reads what a request failed with. Whatever is no failure of a request is given back as it is. */
export function githubErrorOf(error: unknown, asked: Asked, now: number): unknown {
  if (error instanceof GithubError || !(error instanceof Error)) return error;
  const refusal = refusalIn(error);
  if (refusal === null) return isAbort(error) ? error : networkError(error, asked);
  return errorOf(refusal, asked, { now, cause: error });
}

/** An answer that is none of GitHub's, or half of one: as if there were none. */
export const notUnderstood = ({ method, path }: Asked, status: number): GithubError =>
  new GithubError("network", `What answered ${method} ${path} is not GitHub, or was cut off (HTTP ${status}).`, {
    status: null,
  });

const isAbort = (error: Error): boolean => error.name === "AbortError";

function networkError(error: Error, { method, path }: Asked): GithubError {
  const slow = /timeout/i.test(error.message) || (error.cause instanceof Error && error.cause.name === "TimeoutError");
  const why = slow ? "it did not answer in time" : error.message;
  return new GithubError("network", `GitHub could not be reached (${method} ${path}): ${why}.`, { cause: error });
}

function refusalIn(error: Error): Refusal | null {
  if (!("response" in error) || typeof error.response !== "object" || error.response === null) return null;
  const { response } = error;
  const status = "status" in response && typeof response.status === "number" ? response.status : 0;
  const headers = "headers" in response ? membersOf(response.headers) : {};
  return { status, headers, detail: wordsIn("data" in response ? response.data : null) };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/* GitHub's message, with those of the single errors below it. */
function wordsIn(data: unknown): string {
  if (typeof data === "string") return data.slice(0, 500);
  const { message, errors } = membersOf(data);
  const single = (Array.isArray(errors) ? errors : []).map((each: unknown) => {
    if (typeof each === "string") return each;
    const { message: text, field, code } = membersOf(each);
    return typeof text === "string" ? text : [field, code].filter((word) => typeof word === "string").join(" ");
  });
  const all = [typeof message === "string" ? message : "", ...single].filter((text) => text !== "");
  return all.join("; ").slice(0, 500);
}

function errorOf(
  { status, headers, detail }: Refusal,
  { method, path }: Asked,
  { now, cause }: { readonly now: number; readonly cause: Error },
): GithubError {
  const more = { status, detail, cause };
  const said = detail === "" ? "" : `: ${detail}`;
  const at = `${method} ${path}`;
  if (isLimit(status, headers, detail)) {
    const retryAt = retryAtIn(headers, now);
    const when = new Date(retryAt).toISOString();
    return new GithubError("limited", `GitHub accepts no more requests until ${when}${said}`, { ...more, retryAt });
  }
  if (status >= 500) return new GithubError("network", `GitHub answered ${status} to ${at}${said}`, more);
  switch (status) {
    case 401:
      return new GithubError("auth", `GitHub does not accept the token (${at})${said}`, more);
    case 403:
      return new GithubError("forbidden", `GitHub does not let this token do that (${at})${said}`, more);
    case 404:
    case 410:
      return new GithubError("not-found", `GitHub has nothing there, or hides it from this token: ${at}`, more);
    case 400:
    case 422:
      return new GithubError("invalid", `GitHub refused ${at}${said}`, more);
    default:
      return new GithubError("failed", `GitHub answered ${status} to ${at}${said}`, more);
  }
}

/** True where a refusal is about how much was asked, and not about what. */
const isLimit = (status: number, headers: Readonly<Record<string, unknown>>, detail: string): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers["retry-after"] !== undefined ||
      String(headers["x-ratelimit-remaining"]) === "0" ||
      /rate limit/i.test(detail)));

/**
 * When to come again, in ms: as GitHub says it, else after a minute. Times that it names are by its own clock: only what lies between
 * them and its answer counts, so that a clock that is wrong here changes nothing.
 */
export function retryAtIn(headers: Readonly<Record<string, unknown>>, now: number): number {
  const sent = Date.parse(textIn(headers, "date"));
  const fromNow = (at: number): number => now + Math.max(0, at - (Number.isNaN(sent) ? now : sent));
  const after = textIn(headers, "retry-after");
  if (/^\d+$/.test(after)) return now + Number(after) * 1_000;
  const named = Date.parse(after);
  if (!Number.isNaN(named)) return fromNow(named);
  const reset = Number(headers["x-ratelimit-reset"]);
  const isUsedUp = String(headers["x-ratelimit-remaining"]) === "0";
  return isUsedUp && Number.isFinite(reset) ? fromNow(reset * 1_000) : now + usualPauseMs;
}

const textIn = (headers: Readonly<Record<string, unknown>>, name: string): string => {
  const value = headers[name];
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
};
