import type { Usage } from "../outcome.ts";
import { type Price, priceLists } from "./price-table.ts";

/** A person's own prices by model; `*` stands for every model that has none. */
export type OwnPrices = Readonly<Record<string, Price>>;

/** What a model costs on a day (UTC, ISO 8601): by a person's own prices, else by the published ones; null where nobody knows. */
export function priceOf(model: string | null, day: string, own: OwnPrices = {}): Price | null {
  if (model === null) return own["*"] ?? null;
  const name = plainName(model);
  const ours = Object.entries(own).find(([key]) => key === model || plainName(key) === name)?.[1];
  return ours ?? published(name, day) ?? own["*"] ?? null;
}

function published(name: string, day: string): Price | null {
  const known = priceLists.flatMap(({ rows }) => rows.filter((row) => plainName(row.model) === name));
  return known.findLast(({ from }) => from === null || from <= day) ?? null;
}

/**
 * A model's name without what has no price of its own: the vendor before a slash, the size of a window in brackets, the day of a
 * snapshot, and the words for its state. `claude-opus-4-5-20251101`, `anthropic/claude-opus-4.5` and `claude-opus-4-5` are one.
 */
const plainName = (model: string): string =>
  (model.toLowerCase().split("/").at(-1) ?? "")
    .replace(/\[[^\]]{0,20}\]$/, "")
    .replace(/[-@:]20\d{2}-?[01]\d-?[0-3]\d$/, "")
    .replace(/[-:](?:latest|preview|exp|customtools|free)\b.*$/, "")
    .replaceAll(".", "-")
    .replace(/-0$/, "");

const million = 1_000_000;

/** What the tokens cost in USD; each bucket has its own price (F211). */
export const estimateCost = (usage: Usage, price: Price): number =>
  (usage.in * price.in +
    usage.out * price.out +
    usage.cachedRead * (price.cachedRead ?? price.in) +
    usage.cachedWrite * (price.cachedWrite ?? price.in)) /
  million;
