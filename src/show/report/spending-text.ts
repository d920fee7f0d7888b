import type { Spending } from "../../core/money/spending.ts";
import { countText } from "../live/budget-text.ts";
import { costText } from "../text/cost-text.ts";
import { spanText } from "../text/time-text.ts";
import { count } from "../text/words.ts";

/** Who of one role and model has used what, in a line: calls, tokens, money, time. */
export const spendingText = (row: Spending): string =>
  `${row.role}, ${whoText(row)}: ${count(row.calls, "call")}, ${row.tokens === 0 ? "tokens unknown" : `${countText(row.tokens)} tokens`}, ${costText(row)}, ${spanText(row.timeMs)}`;

/** The agent and its model, as far as it was named. */
export const whoText = ({ agent, model }: Spending): string => (model === null ? agent : `${agent} ${model}`);
