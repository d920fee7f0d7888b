import type { Denial, Usage, UsageLimit } from "../../core/outcome.ts";
import type { AgentEvent, CallReading, ProcessEnd } from "../../ports/agent.ts";
import { answerText } from "./answer-text.ts";
import { judgeEnd, type Evidence } from "./judge-end.ts";
import { LastTexts } from "./last-texts.ts";
import { credibleReset, resetTime } from "./reset-time.ts";
import { addUsage, noUsage } from "./usage.ts";

/** What differs between programs: whether a call is only complete once its end event was seen. */
export interface FoldRules {
  readonly needsEnd: boolean;
}

const maxStrayChars = 4000;

/** Gathers the events of one call; memory grows with the agent's denials and, up to a bound, its texts. */
export class CallFold {
  readonly #needsEnd: boolean;
  #sessionId: string | null = null;
  #model: string | null = null;
  #version: string | null = null;
  readonly #texts = new LastTexts();
  #usage: Usage | null = null;
  #costUsd: number | null = null;
  #limit: UsageLimit | null = null;
  #error: Evidence["error"] = null;
  #ended: Evidence["ended"] = null;
  #toolCalls = 0;
  #retries = 0;
  #spoke = false;
  #stray = "";
  #unreadableLines = 0;
  readonly #subAgents = new Set<string>();
  readonly #denials: Denial[] = [];

  constructor({ needsEnd }: FoldRules) {
    this.#needsEnd = needsEnd;
  }

  add(event: AgentEvent): void {
    switch (event.type) {
      case "session":
        this.#sessionId = event.id;
        this.#model = event.model ?? this.#model;
        this.#version = event.version ?? this.#version;
        return;
      case "text":
        if (event.sub) return;
        this.#texts.push(event.text);
        this.#spoke = true;
        return;
      case "tool":
        this.#toolCalls += 1;
        return;
      case "tool-result":
        return;
      case "sub-agent":
        this.#subAgents.add(event.id ?? `unnamed ${this.#subAgents.size}`);
        return;
      case "usage":
        this.#usage = event.mode === "total" ? event.usage : addUsage(this.#usage ?? noUsage, event.usage);
        return;
      case "cost":
        this.#costUsd = event.usd;
        return;
      case "limit":
        this.#limit = event.limit;
        return;
      case "retry":
        this.#retries += 1;
        return;
      case "denied":
        this.#denials.push(event.denial);
        return;
      case "error":
        this.#error = { outcome: event.outcome, message: event.message };
        return;
      case "end":
        this.#ended = { outcome: event.outcome, text: event.text };
        return;
    }
  }

  /** A line that is no event. Kept, up to a bound: a wrapper may print nothing but a limit's message. */
  unreadable(line: string): void {
    this.#unreadableLines += 1;
    if (this.#stray.length < maxStrayChars) this.#stray += `${line.slice(0, maxStrayChars)}\n`;
  }

  /** The main agent begins to answer anew: what it said before is no part of its last answer. */
  newTurn(): void {
    this.#texts.clear();
  }

  /** What was gathered as one reading. `now` (ms) resolves reset times that name a clock only. */
  conclude(end: ProcessEnd, now: number): CallReading {
    const finalText = answerText(this.#ended?.text ?? null, this.#texts.all());
    const judged = judgeEnd(this.#evidence(finalText), end);
    const limit = judged.outcome === "usage_limit" ? settleLimit(this.#limit, judged.message ?? "", now) : null;
    return {
      outcome: judged.outcome,
      message: limit?.note == null ? judged.message : `${judged.message ?? ""} (${limit.note})`,
      finalText: judged.answerIsError ? "" : finalText,
      sessionId: this.#sessionId,
      model: this.#model,
      version: this.#version,
      usage: this.#usage,
      costUsd: this.#costUsd,
      limit: limit?.limit ?? null,
      retryAt: judged.outcome === "overloaded" ? this.#retryAt(judged.message ?? "", now) : null,
      denials: [...this.#denials],
      toolCalls: this.#toolCalls,
      subAgents: this.#subAgents.size,
      retries: this.#retries,
      unreadableLines: this.#unreadableLines,
    };
  }

  /** When an overloaded service asked to be tried again (ms): in a typed field, or in its words. */
  #retryAt(message: string, now: number): number | null {
    const stated = credibleReset(this.#limit?.resetAt ?? null, now);
    return stated === null ? (resetTime(message, now)?.at ?? null) : Date.parse(stated);
  }

  #evidence(finalText: string): Evidence {
    return {
      error: this.#error,
      ended: this.#ended,
      limitSeen: this.#limit !== null,
      needsEnd: this.#needsEnd,
      finalText,
      worked: this.#spoke || this.#toolCalls > 0,
      toolCalls: this.#toolCalls,
      stray: this.#stray,
    };
  }
}

interface SettledLimit {
  readonly limit: UsageLimit;
  /** Said to a person: which zone had to be assumed. */
  readonly note: string | null;
}

/** A typed reset time wins over the words; words are read against `now`. */
function settleLimit(limit: UsageLimit | null, message: string, now: number): SettledLimit {
  const text = limit === null || limit.text === "" ? message : limit.text;
  const stated = credibleReset(limit?.resetAt ?? null, now);
  if (stated !== null) return { limit: { resetAt: stated, text }, note: null };
  const read = resetTime(text, now);
  if (read === null) return { limit: { resetAt: null, text }, note: null };
  const note = read.assumedZone === null ? null : `no time zone named, ${read.assumedZone} assumed`;
  return { limit: { resetAt: new Date(read.at).toISOString(), text }, note };
}
