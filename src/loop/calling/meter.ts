import { estimateCost } from "../../core/money/estimate-cost.ts";
import type { Price } from "../../core/money/price-table.ts";
import { totalTokens, type Usage } from "../../core/outcome.ts";
import type { AgentEvent, AgentReader } from "../../ports/agent.ts";
import type { Cut } from "./early-stop.ts";
import { RepeatedDenials } from "./repeated-denials.ts";

/** What may still be spent, and the bound that this is left of, in words: "the run's bound of 5 USD". */
export interface SpendBound {
  readonly left: number;
  readonly of: string;
}

/** Bounds on what a call may spend; null is no bound. */
export interface SpendBounds {
  readonly tokens: SpendBound | null;
  readonly costUsd: SpendBound | null;
}

/** What a meter is made from. `priceOf` gives the price of a model (null: the one that the seat names), or null. */
export interface MeterSettings {
  readonly reader: AgentReader;
  readonly bounds: SpendBounds;
  readonly priceOf: (model: string | null) => Price | null;
  /** Commands of the gate: runs of them among the agent's tool calls are counted. */
  readonly suite: readonly string[];
}

/** A wait from here on is the harness's: it frees the machine, counts down before the person's eyes, and knows other agents. */
const longWaitMs = 60_000;

const nothing: Usage = { in: 0, out: 0, cachedRead: 0, cachedWrite: 0 };

/**
 * Reads a call's lines through the dialect and adds up what they say was used. Where the agent tells its tokens and not their
 * cost, that is estimated on the way, so that a bound on cost holds in mid-call. Counts besides what was refused to it.
 */
export class Meter {
  readonly #settings: MeterSettings;
  readonly #denials = new RepeatedDenials();
  #usage = nothing;
  #reportedUsd: number | null = null;
  #model: string | null = null;
  #waitMs = 0;
  suiteRuns = 0;
  fileReads = 0;

  constructor(settings: MeterSettings) {
    this.#settings = settings;
  }

  /** One line. `finished`: the agent has stated its end. */
  line(text: string, hear: (event: AgentEvent) => void): "finished" | "goes on" {
    let finished = false;
    for (const event of this.#settings.reader.line(text)) {
      hear(event);
      this.#add(event);
      if (event.type === "end") finished = true;
    }
    return finished ? "finished" : "goes on";
  }

  #add(event: AgentEvent): void {
    if (event.type === "denied") this.#denials.add(event.denial);
    if (event.type === "retry") this.#waitMs = Math.max(this.#waitMs, event.waitMs ?? 0);
    if (event.type === "session") this.#model = event.model ?? this.#model;
    if (event.type === "cost") this.#reportedUsd = Math.max(this.#reportedUsd ?? 0, event.usd);
    if (event.type === "tool" && this.#settings.suite.some((command) => event.input.includes(command)))
      this.suiteRuns += 1;
    if (event.type === "tool" && readsFile(event)) this.fileReads += 1;
    if (event.type === "usage") this.#usage = after(this.#usage, event);
  }

  /** The bound that what was used so far has passed, in words; null where none is. */
  get passed(): string | null {
    const { tokens, costUsd } = this.#settings.bounds;
    if (tokens !== null && totalTokens(this.#usage) > tokens.left) return tokens.of;
    return costUsd !== null && this.#usd > costUsd.left ? costUsd.of : null;
  }

  /** Why the call should be ended now; null where nothing speaks for it. */
  get due(): Cut | null {
    if (this.passed !== null) return { outcome: "budget", why: `${this.passed} was reached during the call` };
    const { found } = this.#denials;
    if (found !== null) return { outcome: "permission_denied", why: found };
    if (this.#waitMs < longWaitMs) return null;
    return { outcome: "overloaded", why: `its service asks it to wait ${Math.round(this.#waitMs / 1_000)} s` };
  }

  get #usd(): number {
    // A report of nothing for tokens that were used is none.
    if (this.#reportedUsd !== null && this.#reportedUsd > 0) return this.#reportedUsd;
    const price = this.#settings.priceOf(this.#model);
    return price === null ? 0 : estimateCost(this.#usage, price);
  }
}

/** Agents call their reading tools Read, read_file, view or open; one that reads by a shell says so in the command. */
const readsFile = ({ name, input }: Extract<AgentEvent, { type: "tool" }>): boolean =>
  /^(?:read|view|open|read_?(?:file|text_file|many_files))$/i.test(name) ||
  /^\W*(?:"command"\W+)?(?:cat|head|tail|sed -n|less|bat) /.test(input);

function after(before: Usage, { usage, mode }: Extract<AgentEvent, { type: "usage" }>): Usage {
  if (mode === "total") return totalTokens(usage) >= totalTokens(before) ? usage : before;
  return {
    in: before.in + usage.in,
    out: before.out + usage.out,
    cachedRead: before.cachedRead + usage.cachedRead,
    cachedWrite: before.cachedWrite + usage.cachedWrite,
  };
}
