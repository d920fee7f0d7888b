/** The numerals and their values, the greatest first. */
export const numerals = [
  ["M", 1000],
  ["D", 500],
  ["C", 100],
  ["L", 50],
  ["X", 10],
  ["V", 5],
  ["I", 1],
];

/** The least and the greatest number that can be written. */
export const limits = { least: 1, most: 3999 };
