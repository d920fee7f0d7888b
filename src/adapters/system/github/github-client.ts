import type { Octokit } from "@octokit/core";
import type { Clock } from "../../../ports/clock.ts";
import { systemClock } from "../clock.ts";
import { GithubError, notUnderstood, retryAtIn } from "./github-error.ts";
import { type Patience, patientRequest } from "./patient-request.ts";

/** Where a repository is, and as whom it is asked. */
export interface GithubOptions {
  /** The root of the API, as in `https://api.github.com` or `https://github.example/api/v3`. */
  readonly url: string;
  readonly token: string;
  readonly repository: { readonly owner: string; readonly name: string };
  readonly clock?: Clock;
  /** See Patience; a minute, and three more requests after 1, 2 and 4 seconds. */
  readonly limitMs?: number;
  readonly pausesMs?: readonly number[];
}

/** One page of a list, with where the next one is. */
interface Page<T> {
  readonly data: readonly T[];
  readonly headers: { readonly link?: string | undefined };
}

/** What every route wants: the repository, and the signal. */
export type Common = {
  readonly owner: string;
  readonly repo: string;
  readonly request: { readonly signal?: AbortSignal };
};

/**
 * GitHub's official client for one repository. It honours limits, repeats what got lost where that is safe, and rejects with
 * GithubError or the signal's reason.
 */
export interface GithubClient {
  readonly repository: { readonly owner: string; readonly name: string };
  readonly clock: Clock;
  /** The client itself; it is loaded at the first request. */
  octokit(): Promise<Octokit>;
  /** What each route is given. */
  common(signal: AbortSignal | undefined): Common;
  /** All pages of a list, of a hundred each. */
  pages<T>(
    ask: (page: { readonly per_page: number; readonly page: number }) => Promise<Page<T>>,
  ): Promise<readonly T[]>;
  /** Asks GraphQL and resolves to `data`. Errors in an answer reject, with GitHub's words as `detail`. */
  graphql(query: string, variables: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>;
  /**
   * Makes what is not there yet: looks, makes, and looks again before it is made once more where nobody knows what became of the
   * first request.
   */
  makeOnce<T>(look: () => Promise<T | null>, make: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** So long one request may take. */
const answerMs = 30_000;

const silent = (): void => {};
const quiet = { debug: silent, info: silent, warn: silent, error: silent };

/** A client for a repository; nothing is loaded or asked before it is used. */
export function githubClient(options: GithubOptions): GithubClient {
  const { repository, clock = systemClock, limitMs = 60_000, pausesMs = [1_000, 2_000, 4_000] } = options;
  const patience: Patience = { clock, limitMs, pausesMs };
  let made: Promise<Octokit> | null = null;
  const octokit = (): Promise<Octokit> => (made ??= octokitWith(options, patience));
  return {
    repository,
    clock,
    octokit,
    common: (signal) => ({
      owner: repository.owner,
      repo: repository.name,
      request: signal === undefined ? {} : { signal },
    }),
    async pages(ask) {
      const all = [];
      for (let page = 1; ; page += 1) {
        const { data, headers } = await ask({ per_page: 100, page });
        all.push(...data);
        if (!(headers.link ?? "").includes('rel="next"')) return all;
      }
    },
    async graphql(query, variables, signal) {
      const { graphql } = await octokit();
      const request = signal === undefined ? {} : { signal };
      return graphql<unknown>(query, { ...variables, request }).catch((error: unknown) => {
        throw graphqlErrorOf(error, clock.now());
      });
    },
    async makeOnce(look, make, signal = new AbortController().signal) {
      for (const pause of [...pausesMs, null]) {
        const found = await look();
        if (found !== null) return found;
        try {
          return await make();
        } catch (error) {
          if (!(error instanceof GithubError) || error.code !== "network" || pause === null) throw error;
          await clock.sleepUntil(clock.now() + pause, signal);
          signal.throwIfAborted();
        }
      }
      throw new GithubError("network", "GitHub could not be reached.");
    },
  };
}

async function octokitWith({ url, token }: GithubOptions, patience: Patience): Promise<Octokit> {
  const { Octokit: Client } = await import("@octokit/core");
  const client = new Client({
    baseUrl: url.replace(/\/+$/, ""),
    auth: token,
    userAgent: "ralph",
    log: quiet,
    request: { log: quiet },
  });
  client.hook.wrap("request", (request, options) => {
    const asked = { method: options.method, path: pathOf(options) };
    const signal = options.request?.signal ?? new AbortController().signal;
    const isGraphql = options.url.endsWith("/graphql");
    // What is written by POST may be there already where the answer got lost; whoever writes so looks first (makeOnce).
    const repeatable = options.method !== "POST" || isGraphql;
    const make = async () => {
      const response = await request({
        ...options,
        request: { ...options.request, signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) },
      });
      if (isCut(response, options.url)) throw notUnderstood(asked, response.status);
      return response;
    };
    return patientRequest({ asked, repeatable, make }, patience, signal);
  });
  return client;
}

/*
 * All answers are JSON but those without a body, and logs. Anything else is half an answer, or that of somebody on the way: of the client
 * it comes as text.
 */
const isCut = ({ status, data }: { readonly status: number; readonly data: unknown }, url: string): boolean =>
  status !== 204 &&
  !url.endsWith("/logs") &&
  (typeof data !== "object" || data === null || data instanceof ArrayBuffer);

/* The path of a request as people know it: its parts filled in. */
const pathOf = (options: { readonly url: string; readonly [parameter: string]: unknown }): string =>
  options.url.replaceAll(/\{(\w+)\}/g, (part: string, name: string) => {
    const value = options[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : part;
  });

const codes: Readonly<Record<string, GithubError["code"]>> = {
  FORBIDDEN: "forbidden",
  INSUFFICIENT_SCOPES: "forbidden",
  NOT_FOUND: "not-found",
  UNPROCESSABLE: "invalid",
};

/* GitHub's own troubles, which go by. */
const ownTrouble = /SERVICE_UNAVAILABLE|INTERNAL|something went wrong|time(?:d )?out|couldn't respond/i;

/* GraphQL answers with 200 and says in the body what went wrong. */
function graphqlErrorOf(error: unknown, now: number): unknown {
  if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) return error;
  const all = error.errors.flatMap((each: unknown) => (typeof each === "object" && each !== null ? [each] : []));
  const detail = all.flatMap((each) => ("message" in each ? [String(each.message)] : [])).join("; ");
  const type = all.flatMap((each) => ("type" in each ? [String(each.type)] : []))[0] ?? "";
  if (type === "RATE_LIMITED") {
    const headers = "headers" in error && typeof error.headers === "object" ? { ...error.headers } : {};
    const retryAt = retryAtIn(headers, now);
    const when = new Date(retryAt).toISOString();
    return new GithubError("limited", `GitHub accepts no more requests until ${when}: ${detail}`, { detail, retryAt });
  }
  const code = codes[type] ?? (ownTrouble.test(`${type} ${detail}`) ? "network" : "failed");
  return new GithubError(code, `GitHub refused: ${detail}`, { detail, status: 200, cause: error });
}
