const prefix = "by-hand-";

/** The name under which a command holds the repository's lock for a moment: no run, and never shown as one. */
export const byHand = (what: string): string => prefix + what;

/** True for the name of a command that holds the lock for a moment. */
export const isByHand = (run: string): boolean => run.startsWith(prefix);
