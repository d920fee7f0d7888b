/** What goes wrong with requests. */
export interface Fault {
  /** Which: method and path, as in `PUT /repos/a/b/pulls/1/merge`; all of them where it is not given. */
  readonly on?: RegExp;
  /** How often; once where it is not given, Infinity for good. */
  readonly times?: number;
  readonly as:
    | {
        readonly kind: "status";
        readonly status: number;
        readonly message?: string;
        readonly headers?: Readonly<Record<string, string>>;
      }
    /** No answer: the line breaks before anything is done, or (`lost`) after it was done. */
    | { readonly kind: "offline" }
    | { readonly kind: "lost" }
    /** It is done, and half of the answer comes, or somebody on the way answers in GitHub's place. */
    | { readonly kind: "cut" }
    | { readonly kind: "garbled"; readonly body: string; readonly type?: string }
    | { readonly kind: "slow"; readonly ms: number };
}

/** Faults that are still to come, in the order in which they were wished for. */
export class Faults {
  readonly #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** What goes wrong with this request; null: nothing. */
  take(request: string): Fault["as"] | null {
    const at = this.#waiting.findIndex(({ fault }) => fault.on?.test(request) ?? true);
    const found = this.#waiting[at];
    if (found === undefined) return null;
    found.left -= 1;
    if (found.left <= 0) this.#waiting.splice(at, 1);
    return found.fault.as;
  }
}

/** The primary limit is used up until then; `saidAt` is the server's own time of its answer, if that is not the real one (seconds since 1970). */
export const primaryLimit = (resetAt: number, saidAt?: number): Fault["as"] => ({
  kind: "status",
  status: 403,
  message: "API rate limit exceeded for user ID 1.",
  headers: {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(resetAt),
    ...(saidAt === undefined ? {} : { date: new Date(saidAt * 1_000).toUTCString() }),
  },
});

/** A secondary limit, for so many seconds. */
export const secondaryLimit = (seconds: number): Fault["as"] => ({
  kind: "status",
  status: 403,
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  headers: { "retry-after": String(seconds) },
});
