/** Money as people read it: cents, and more digits only where it is less than a cent. */
export const moneyText = (usd: number): string => `${usd > 0 && usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)} USD`;

interface Spent {
  readonly costUsd: number | null;
  readonly costEstimated: boolean;
  /** Calls of which nobody knows what they cost. */
  readonly unknownCalls?: number;
}

/** What was spent, as a part of a sentence: it says what it is where there is no amount to tell by. */
export const costText = (spent: Spent): string => (spent.costUsd === null ? "cost unknown" : costAmount(spent));

/** What was spent, below a heading: what nobody told is called unknown, never nothing; what a price table says, estimated. */
export function costAmount(spent: Spent): string {
  if (spent.costUsd === null) return "unknown";
  const unknown = spent.unknownCalls ?? 0;
  const notes = [
    ...(spent.costEstimated ? ["estimated"] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? "call" : "calls"} of unknown cost`] : []),
  ];
  return `${moneyText(spent.costUsd)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}
