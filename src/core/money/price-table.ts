/** What a million tokens of a model cost, in USD. Null: not told apart, so that they cost as much as other input. */
export interface Price {
  readonly in: number;
  readonly out: number;
  readonly cachedRead: number | null;
  readonly cachedWrite: number | null;
}

/** The price of one model from a day on, as its vendor publishes it: standard processing, short prompts. */
export interface PriceRow extends Price {
  readonly model: string;
  /** The day (UTC, ISO 8601) from which it holds; null: since the model is there. */
  readonly from: string | null;
}

/** Rows of one vendor, with the page that they were taken from and the day on which it was looked at. */
export interface PriceList {
  readonly vendor: string;
  readonly source: string;
  readonly checked: string;
  readonly rows: readonly PriceRow[];
}

type Figures = readonly [input: number, output: number, cachedRead: number | null, cachedWrite: number | null];

const row = (
  model: string,
  [input, output, cachedRead, cachedWrite]: Figures,
  from: string | null = null,
): PriceRow => ({
  model,
  from,
  in: input,
  out: output,
  cachedRead,
  cachedWrite,
});

const rows = (table: Readonly<Record<string, Figures>>): readonly PriceRow[] =>
  Object.entries(table).map(([model, figures]) => row(model, figures));

/**
 * Published prices, for estimates only: an agent's own report of its cost comes first. A model that is not in here costs an
 * unknown amount. Cache writes are those of the shortest lifetime; dearer bands for long prompts are not in here.
 */
export const priceLists: readonly PriceList[] = [
  {
    vendor: "Anthropic",
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
    checked: "2026-10-24",
    rows: rows({
      "claude-fable-5-1": [10, 50, 0.25, 12.5],
      "claude-fable-5": [10, 50, 1, 12.5],
      "claude-opus-5-5": [4, 20, 0.2, 5],
      "claude-opus-5": [5, 25, 0.5, 6.25],
      "claude-opus-4-8": [5, 25, 0.5, 6.25],
      "claude-opus-4-7": [5, 25, 0.5, 6.25],
      "claude-opus-4-6": [5, 25, 0.5, 6.25],
      "claude-opus-4-5": [5, 25, 0.5, 6.25],
      "claude-opus-4-1": [15, 75, 1.5, 18.75],
      "claude-opus-4": [15, 75, 1.5, 18.75],
      "claude-sonnet-5-5": [2, 10, 0.1, 2.5],
      "claude-sonnet-5": [2, 10, 0.2, 2.5],
      "claude-sonnet-4-6": [3, 15, 0.3, 3.75],
      "claude-sonnet-4-5": [3, 15, 0.3, 3.75],
      "claude-sonnet-4": [3, 15, 0.3, 3.75],
      "claude-haiku-5-5": [0.1, 0.5, 0.01, 0.125],
      "claude-haiku-4-5": [1, 5, 0.1, 1.25],
    }),
  },
  {
    vendor: "OpenAI",
    source: "https://developers.openai.com/api/docs/pricing",
    checked: "2026-10-26",
    rows: rows({
      "gpt-6.2-astra": [8, 40, 0.4, 10],
      "gpt-6.2-sol": [2, 10, 0.1, 2.5],
      "gpt-6.1-sol": [2, 10, 0.1, null],
      "gpt-6.1-terra": [1, 5, 0.05, 1.25],
      "gpt-6-astra": [10, 50, 1, 12.5],
      "gpt-6-sol": [2, 10, 0.2, 2.5],
      "gpt-6-luna": [0.1, 0.5, 0.01, 0.125],
      "gpt-5.6-sol": [5, 30, 0.5, 6.25],
      "gpt-5.6-terra": [2, 12, 0.2, 2.5],
      "gpt-5.6-luna": [0.2, 1.2, 0.02, 0.25],
      "gpt-5.5": [5, 30, 0.5, null],
      "gpt-5.4": [2.5, 15, 0.25, null],
      "gpt-5.4-mini": [0.75, 4.5, 0.075, null],
      "gpt-5.4-nano": [0.2, 1.25, 0.02, null],
      "gpt-5.3-codex": [1.75, 14, 0.175, null],
      "gpt-5.2": [1.75, 14, 0.175, null],
      "gpt-5.2-codex": [1.75, 14, 0.175, null],
      "gpt-5.1": [1.25, 10, 0.125, null],
      "gpt-5.1-codex": [1.25, 10, 0.125, null],
      "gpt-5.1-codex-max": [1.25, 10, 0.125, null],
      "gpt-5.1-codex-mini": [0.25, 2, 0.025, null],
      "gpt-5": [1.25, 10, 0.125, null],
      "gpt-5-codex": [1.25, 10, 0.125, null],
      "gpt-5-mini": [0.25, 2, 0.025, null],
      "gpt-5-nano": [0.05, 0.4, 0.005, null],
      "gpt-4.1": [2, 8, 0.5, null],
      "gpt-4.1-mini": [0.4, 1.6, 0.1, null],
      o3: [2, 8, 0.5, null],
      "o4-mini": [1.1, 4.4, 0.275, null],
    }),
  },
  {
    vendor: "Google",
    source: "https://ai.google.dev/gemini-api/docs/pricing",
    checked: "2026-11-19",
    rows: [
      ...rows({
        "gemini-4-neon": [3, 15, 0.15, null],
        "gemini-4-hydrogen": [1.5, 7.5, 0.075, null],
        "gemini-3.5-flash": [1.5, 9, 0.15, null],
        "gemini-3.5-flash-lite": [0.3, 2.5, 0.03, null],
        "gemini-3.1-pro": [2, 12, 0.2, null],
        "gemini-3.1-flash-lite": [0.25, 1.5, 0.025, null],
        "gemini-3-pro": [2, 12, 0.2, null],
        "gemini-3-flash": [0.5, 3, 0.05, null],
        "gemini-2.5-pro": [1.25, 10, 0.125, null],
        "gemini-2.5-flash": [0.3, 2.5, 0.03, null],
        "gemini-2.5-flash-lite": [0.1, 0.4, 0.01, null],
      }),
      // Half price until the end of the year.
      ...["gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.8-flash"].flatMap((model) => [
        row(model, [0.75, 3.75, 0.075, null]),
        row(model, [1.5, 7.5, 0.15, null], "2027-01-01"),
      ]),
    ],
  },
  {
    vendor: "Qwen",
    source: "https://www.alibabacloud.com/help/en/model-studio/models",
    checked: "2026-07-01",
    rows: rows({
      "qwen3.7-max": [2.5, 7.5, 0.5, 3.125],
      "qwen3.7-plus": [0.5, 3, 0.05, 0.625],
      "qwen3.6-max": [1.3, 7.8, 0.13, 1.625],
      "qwen3.6-plus": [0.5, 3, 0.05, 0.625],
      "qwen3.6-flash": [0.1875, 1.125, null, 0.234375],
      "qwen3.5-plus": [0.4, 2.4, null, null],
      "qwen3-max": [1.2, 6, null, null],
      "qwen3-coder-plus": [1, 5, null, null],
      "qwen3-coder-flash": [0.3, 1.5, null, null],
    }),
  },
];
