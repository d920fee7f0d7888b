/** A price in cents as people write it: `12.50`. */
export function format(cents) {
  return `${Math.floor(cents / 100)}.${cents % 100}`;
}
