/** Why reviewers are asked in a round: as its own, as one of another family, or to break a tie. */
export type Asking = "first" | "otherFamily" | "tieBreak";

/* Each has the number behind it for those who were in doubt and are asked once more. */
const numbers: Readonly<Record<Asking, number>> = { first: 1, otherFamily: 3, tieBreak: 5 };

/** The number by which facts name an asking of a round. */
export const numberOf = (asking: Asking): number => numbers[asking];

/** The number under which those are asked once more who were in doubt the first time. */
export const againOf = (asking: Asking): number => numbers[asking] + 1;

/** True where a number belongs to an asking, be it the first time or once more. */
export const belongsTo = (ask: number, asking: Asking): boolean => ask === numberOf(asking) || ask === againOf(asking);

/** True where one number asks those in doubt once more whom another had asked first. */
export const repeats = (again: number, first: number): boolean =>
  Object.values(numbers).includes(first) && again === first + 1;
