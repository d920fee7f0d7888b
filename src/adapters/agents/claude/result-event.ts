import type { AgentEvent } from "../../../ports/agent.ts";
import { totalTokens, type Usage } from "../../../core/outcome.ts";
import { errorLine } from "../error-words.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";
import { addUsage, noUsage } from "../usage.ts";
import { outcomeOfError, typedEnds } from "./typed-errors.ts";

/** The end as the result event states it. Its `subtype` says "success" for API errors too: `is_error` decides. */
export function endEvents(record: JsonRecord, typedError: string | null): readonly AgentEvent[] {
  const structured = record["structured_output"];
  const text = textOf(record, "result") ?? (structured === undefined ? null : JSON.stringify(structured));
  if (record["stop_reason"] === "refusal") {
    const message = "The model refused the request.";
    return [
      { type: "error", outcome: "refused", message },
      { type: "end", outcome: "refused", text: null },
    ];
  }
  const subtype = textOf(record, "subtype") ?? "";
  if (record["is_error"] !== true && !subtype.startsWith("error_")) return [{ type: "end", outcome: null, text }];

  const errors = record["errors"];
  const said = text ?? (Array.isArray(errors) ? errors.filter((entry) => typeof entry === "string").join(" ") : "");
  const typed = typedEnds[textOf(record, "terminal_reason") ?? ""] ?? typedEnds[subtype] ?? null;
  const outcome = typed ?? outcomeOfError(typedError, numberOf(record, "api_error_status"), said);
  const message = errorLine(said) || `Claude Code ended with ${subtype}.`;
  return [
    { type: "error", outcome, message },
    { type: "end", outcome, text: null },
  ];
}

/**
 * Tokens and cost of this call alone. On a resumed session newer versions sum `modelUsage` and `total_cost_usd` over all
 * its calls (seen with 2.1.332), and give this call's share in `model_usage_since_last_result`; older ones count by call.
 */
export function usageEvents(record: JsonRecord): readonly AgentEvent[] {
  if (isRecord(record["model_usage_since_last_result"])) {
    const models = Object.values(record["model_usage_since_last_result"]).filter(isRecord);
    const usd = models.reduce((sum, model) => sum + (numberOf(model, "costUSD") ?? 0), 0);
    return [
      { type: "usage", usage: models.map(modelUsageOf).reduce(addUsage, noUsage), mode: "total" },
      { type: "cost", usd },
    ];
  }
  // The per-model table also counts sub-agents and answers that were fetched again after a broken stream.
  const perModel = Object.values(recordOf(record, "modelUsage"))
    .filter(isRecord)
    .map(modelUsageOf)
    .reduce(addUsage, noUsage);
  const stated = isRecord(record["usage"]) ? usageOf(record["usage"]) : noUsage;
  const usage = totalTokens(perModel) > totalTokens(stated) ? perModel : stated;
  const known = isRecord(record["usage"]) || totalTokens(perModel) > 0;
  const usd = numberOf(record, "total_cost_usd");
  return [
    ...(known ? [{ type: "usage", usage, mode: "total" } as const] : []),
    ...(usd === null ? [] : [{ type: "cost", usd } as const]),
  ];
}

/** The four buckets as the wire names them. */
export const usageOf = (usage: JsonRecord): Usage => ({
  in: numberOf(usage, "input_tokens") ?? 0,
  out: numberOf(usage, "output_tokens") ?? 0,
  cachedRead: numberOf(usage, "cache_read_input_tokens") ?? 0,
  cachedWrite: numberOf(usage, "cache_creation_input_tokens") ?? 0,
});

const modelUsageOf = (usage: JsonRecord): Usage => ({
  in: numberOf(usage, "inputTokens") ?? 0,
  out: numberOf(usage, "outputTokens") ?? 0,
  cachedRead: numberOf(usage, "cacheReadInputTokens") ?? 0,
  cachedWrite: numberOf(usage, "cacheCreationInputTokens") ?? 0,
});
