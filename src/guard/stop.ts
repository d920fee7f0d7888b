/** What the guard needs of a reading of the status block. */
export interface BlockReading {
  readonly usable: boolean;
  readonly faults: readonly {
    readonly severity: "error" | "warning";
    readonly message: string;
    readonly hint: string;
  }[];
}

/** Whether an agent may end its turn. */
export type StopJudgement = { readonly ends: true } | { readonly ends: false; readonly reason: string };

const mostFaults = 8;

/**
 * Refuses an end whose answer has no valid status block, and says what is missing. Only once: `askedBefore` is what
 * the agent program reports of its own state, and an agent that fails twice is let go, for the loop to judge.
 */
export function judgeStop(reading: BlockReading, askedBefore: boolean): StopJudgement {
  if (askedBefore) return { ends: true };
  const faults = reading.faults.filter(({ severity }) => severity === "error");
  if (reading.usable && faults.length === 0) return { ends: true };
  const listed = faults.slice(0, mostFaults).map(({ message, hint }) => `- ${message}${hint === "" ? "" : ` ${hint}`}`);
  const more = faults.length > mostFaults ? [`- and ${faults.length - mostFaults} more`] : [];
  const what = listed.length > 0 ? [...listed, ...more] : ["- STATUS and EXIT_SIGNAL could not be read."];
  return {
    ends: false,
    reason: [
      "Your answer does not end with a valid status block:",
      ...what,
      "Do no further work for this. Answer once more, briefly, and end with the whole block from ---RALPH_STATUS--- to ---END_RALPH_STATUS---, true to what you did.",
    ].join("\n"),
  };
}
