const units = { h: 3600, m: 60 };

/** The seconds in a text such as `1h 30m`. */
export function parse(text) {
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)\s*([a-z])/g)) seconds += Number(amount) * (units[unit] ?? 0);
  return seconds;
}
