const most = 10;

/** Paths in a sentence: the first ten, and how many more there are. */
export const listed = (paths: readonly string[]): string =>
  `${paths.slice(0, most).join(", ")}${paths.length > most ? ` and ${paths.length - most} more` : ""}`;
