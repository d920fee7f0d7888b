/**
 * True under `npm run test:thorough`: then the walks that take minutes have all their cases, and not only those that stand for the
 * others.
 */
export const isThorough = process.env["RALPH_TEST_THOROUGH"] === "yes";
