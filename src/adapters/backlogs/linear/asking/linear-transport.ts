import * as z from "zod/mini";
import type { BacklogError } from "../../../../ports/backlog.ts";
import { linearError } from "./linear-error.ts";
import { type Heard, isPassing, waitBefore } from "./wait-before.ts";
import type { AskLinear, LinearQuery } from "./linear-query.ts";

/** Time as the transport needs it; given from outside. */
export interface LinearTime {
  now(): number;
  /** Resolves after so many ms, or when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  chance(): number;
}

/** How Linear is reached. */
export interface LinearAccess {
  /** Of the GraphQL interface. https; http for this very machine alone. */
  readonly url: string;
  /** True where a person has named that address, and not a file of the repository: else the key goes to Linear and this machine alone. */
  readonly isNamed?: boolean;
  /** The personal API key; null where there is none. Asked for once. */
  readonly key: () => Promise<string | null>;
  readonly time: LinearTime;
  /** How long outages and limits are waited out altogether, for one question, ms. */
  readonly patienceMs: number;
  /** Aborted once nobody wants to wait any more: the next failure is the answer. What goes well goes on. */
  readonly hurry?: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
}

const timeoutMs = 30_000;

/** What has never answered is more likely a wrong address than an outage: nobody waits long for it. */
const firstPatienceMs = 20_000;
const authCodes: ReadonlySet<string> = new Set(["AUTHENTICATION_ERROR", "FORBIDDEN"]);

/* Its own troubles Linear tells with 200, too, in words of more than one form. */
const ownTrouble =
  /^(?:internal|service|lock|network|bootstrap|database)[ _](?:server[ _])?(?:error|timeout|unavailable)$/i;

const answer = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(
    z.array(
      z.object({
        message: z.string(),
        extensions: z.optional(
          z.object({
            code: z.optional(z.string()),
            type: z.optional(z.string()),
            userPresentableMessage: z.optional(z.string()),
          }),
        ),
      }),
    ),
  ),
});
type Answer = z.infer<typeof answer>;

/** What came of one try: an answer with its headers, or why there was none. */
type Tried =
  | { readonly kind: "heard"; readonly heard: Heard; readonly said: Answer | null }
  | { readonly kind: "lost"; readonly error: unknown };

/**
 * Asks Linear over HTTP: one question, one answer. Outages and limits are waited out as long as the patience lasts; a key that is
 * refused is said at once. Neither the key nor what was sent stands in any error.
 */
export function linearTransport(access: LinearAccess): AskLinear {
  const url = safeUrl(access.url);
  let known: Promise<string | null> | null = null;
  let hasAnswered = false;
  return async (query, variables, signal) => {
    signal?.throwIfAborted();
    if (url === null) throw linearError("bad-address", "The address of Linear's interface is not an https address.");
    if (access.isNamed !== true && !isLoopback(url) && url.host !== linearHost)
      throw linearError("foreign-address", `The key to Linear is not sent to ${url.host}.`);
    known ??= access.key();
    const key = (await known)?.trim() ?? "";
    if (key === "") throw linearError("no-key", "Tasks come from Linear, but there is no key for it.");
    const patience = {
      ...access,
      hasAnswered,
      outageMs: hasAnswered ? access.patienceMs : Math.min(access.patienceMs, firstPatienceMs),
    };
    const said = await patiently(
      patience,
      () => once({ url: url.href, key, access }, { query, variables }, signal),
      signal,
    );
    hasAnswered = true;
    return dataOf(query, said);
  };
}

const linearHost = "api.linear.app";

const isLoopback = ({ hostname }: URL): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** http is for this very machine alone: a key never goes over a network in the open. Null for what is no such address. */
function safeUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) ? url : null;
}

/** How long is waited: for a limit (patienceMs) or an outage; `hasAnswered`: it is known to be Linear that answers there. */
interface Patience extends LinearAccess {
  readonly outageMs: number;
  readonly hasAnswered: boolean;
}

/* Half of an answer, or the words of somebody on the way. */
const isHalf = ({ heard, said }: Extract<Tried, { kind: "heard" }>): boolean =>
  said === null && heard.status >= 200 && heard.status < 300;

const isUnwell = ({ said }: Extract<Tried, { kind: "heard" }>): boolean =>
  said?.errors?.some(
    ({ extensions }) => ownTrouble.test(extensions?.code ?? "") || ownTrouble.test(extensions?.type ?? ""),
  ) === true;

/** Tries until there is an answer, or the patience is at its end. */
async function patiently(
  { time, patienceMs, outageMs, hurry, hasAnswered }: Patience,
  attempt: () => Promise<Tried>,
  signal?: AbortSignal,
): Promise<Answer> {
  const awake = AbortSignal.any([signal, hurry].filter((one) => one !== undefined));
  const begun = time.now();
  for (let n = 0; ; n++) {
    const tried = await attempt();
    signal?.throwIfAborted();
    if (tried.kind === "heard" && !isPassing(tried.heard) && !(hasAnswered && isHalf(tried)) && !isUnwell(tried))
      return settled(tried.heard, tried.said);
    const now = time.now();
    const wait = waitBefore(n, tried.kind === "heard" ? tried.heard : null, { now, chance: time.chance() });
    const isLimited = tried.kind === "heard" && tried.heard.isLimited;
    const isOver = now + wait - begun > (isLimited ? patienceMs : outageMs);
    if (isOver || hurry?.aborted === true) throw givenUp(tried, wait);
    await time.sleep(wait, awake);
    signal?.throwIfAborted();
  }
}

function settled({ status }: Heard, said: Answer | null): Answer {
  const isRefused = said?.errors?.some(({ extensions }) => authCodes.has(extensions?.code ?? "")) === true;
  if (status === 401 || status === 403 || isRefused)
    throw linearError("key-refused", "Linear does not accept the key that it was given.");
  if (said === null)
    throw linearError("not-understood", `What answers at the address of Linear is not Linear (HTTP ${status}).`, {
      hint: "Look at RALPH_LINEAR_URL, and at what stands between here and Linear.",
    });
  return said;
}

function givenUp(tried: Tried, wait: number): BacklogError {
  if (tried.kind === "lost")
    return linearError("unreachable", `Linear can't be reached: ${whyLost(tried.error)}.`, { cause: tried.error });
  if (tried.heard.isLimited)
    return linearError("limited", `Linear accepts no more requests with this key for ${inWords(wait)}.`);
  return linearError("unreachable", `Linear does not work at the moment (HTTP ${tried.heard.status}).`);
}

const inWords = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1_000)} seconds` : `${Math.ceil(ms / 60_000)} minutes`;

/* The system's own word for it; a whole stack tells nobody more. */
function whyLost(error: unknown): string {
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1_000} seconds`;
  const { cause } = error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.message : "no answer";
}

interface Line {
  readonly url: string;
  readonly key: string;
  readonly access: LinearAccess;
}

/** One request. A personal key stands in the header as it is. */
async function once(
  { url, key, access }: Line,
  { query, variables }: { readonly query: LinearQuery<unknown>; readonly variables: Readonly<Record<string, unknown>> },
  signal?: AbortSignal,
): Promise<Tried> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await access.fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", authorization: key },
      body: JSON.stringify({ query: query.text, operationName: query.name, variables }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const said = understood(await response.text());
    const isLimited =
      response.status === 429 || said?.errors?.some(({ extensions }) => extensions?.code === "RATELIMITED") === true;
    const heard = { status: response.status, isLimited, header: (name: string) => response.headers.get(name) };
    return { kind: "heard", heard, said };
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: "lost", error };
  }
}

function understood(text: string): Answer | null {
  try {
    const read = answer.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function dataOf<T>(query: LinearQuery<T>, { data, errors }: Answer): T {
  const [first] = errors ?? [];
  if (first !== undefined) {
    const words = first.extensions?.userPresentableMessage ?? first.message;
    if (/\bentity not found\b|could not find/i.test(`${first.message} ${words}`))
      throw linearError("unknown-task", `Linear: ${oneLine(words)}`);
    throw linearError("refused", `Linear refuses ${query.name}: ${oneLine(words)}`);
  }
  const read = query.answer.safeParse(data);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join(".") ?? "";
  throw linearError("not-understood", `Linear's answer to ${query.name} is not what it should be (at ${place}).`);
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
