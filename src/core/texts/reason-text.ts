/* Reasons that the loop has a word for; all others are sentences already. */
const words: Readonly<Record<string, string>> = { no_progress: "two iterations in a row without progress" };

/** Why a task was set aside, for people. */
export const reasonText = (reason: string): string => words[reason] ?? reason;
