/** Money as people read it: cents, and more digits only where it is less than a cent. */
export const moneyText = (usd: number): string => `${usd > 0 && usd < 0.01 ? usd.toFixed(4) : usd.toFixed(2)} USD`;

/** What was spent: what nobody told is called unknown, never nothing; what a price table says is called estimated (A-4). */
export function costText(spent: {
  readonly costUsd: number | null;
  readonly costEstimated: boolean;
  /** Calls of which nobody knows what they cost. */
  readonly unknownCalls?: number;
}): string {
  if (spent.costUsd === null) return "cost unknown";
  const unknown = spent.unknownCalls ?? 0;
  const notes = [
    ...(spent.costEstimated ? ["estimated"] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? "call" : "calls"} of unknown cost`] : []),
  ];
  return `${moneyText(spent.costUsd)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}
