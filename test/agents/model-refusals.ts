/** A request that the model's service refuses: by an error of its own, or since the plan is used up until `resets` (ms). */
export type ModelFailure =
  | {
      readonly kind: "error";
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "limit"; readonly resets: number };

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Form {
  readonly matches: (path: string) => boolean;
  /** `more`: further fields of the error. */
  readonly error: (status: number, type: string, message: string, more?: object) => unknown;
  /** A used-up plan as this service words and marks it. */
  readonly limit: (resets: Reset) => { readonly type: string; readonly message: string } & Partial<Refusal> & {
      readonly more?: object;
    };
}

interface Reset {
  readonly seconds: number;
  readonly epoch: number;
  readonly iso: string;
}

const openAiError = (_: number, type: string, message: string, more: object = {}) => ({
  error: { message, type, param: null, code: type, ...more },
});

const forms: readonly Form[] = [
  {
    matches: (path) => path.endsWith("/messages"),
    error: (_, type, message) => ({ type: "error", error: { type, message }, request_id: "req_error" }),
    limit: ({ epoch, iso }) => ({
      type: "rate_limit_error",
      message: `You've hit your limit · resets ${iso}`,
      headers: {
        "retry-after": "3600",
        "anthropic-ratelimit-unified-status": "rejected",
        "anthropic-ratelimit-unified-reset": String(epoch),
        "anthropic-ratelimit-unified-representative-claim": "five_hour",
      },
    }),
  },
  {
    matches: (path) => path.endsWith("/responses"),
    error: openAiError,
    limit: ({ seconds, epoch }) => ({
      type: "usage_limit_reached",
      message: "The usage limit has been reached",
      more: { plan_type: "plus", resets_in_seconds: seconds, resets_at: epoch },
    }),
  },
  {
    matches: (path) => path.endsWith("/chat/completions"),
    error: openAiError,
    limit: ({ seconds, epoch, iso }) => ({
      type: "usage_limit_reached",
      message: `You have reached your usage limit. Try again at ${iso}.`,
      more: { resets_in_seconds: seconds, resets_at: epoch },
    }),
  },
  {
    matches: (path) => /generateContent$/i.test(path),
    error: (status, type, message, more = {}) => ({ error: { code: status, message, status: type, ...more } }),
    limit: ({ seconds }) => ({
      type: "RESOURCE_EXHAUSTED",
      message: `You exceeded your current quota, please check your plan and billing details. Please retry in ${seconds}s.`,
      more: { details: quotaDetails(seconds) },
    }),
  },
];

const quotaDetails = (seconds: number) => [
  {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    violations: [
      {
        quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
        quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
        quotaValue: "250",
      },
    ],
  },
  { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` },
];

/** The refusal in the protocol of the path. */
export function refusalOf(path: string, said: ModelFailure): Refusal {
  const form = forms.find(({ matches }) => matches(path)) ?? forms[0];
  if (form === undefined) throw new Error("There is no form of an error.");
  if (said.kind === "error") {
    const { status, type, message, headers = {} } = said;
    return { status, headers, body: form.error(status, type, message) };
  }
  const { type, message, headers = {}, more } = form.limit(resetOf(said.resets));
  return { status: 429, headers, body: form.error(429, type, message, more) };
}

const resetOf = (at: number): Reset => ({
  seconds: Math.max(1, Math.round((at - Date.now()) / 1000)),
  epoch: Math.floor(at / 1000),
  iso: new Date(at).toISOString(),
});
