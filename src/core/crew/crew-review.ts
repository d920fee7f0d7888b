import { isApproval, type Issue } from "../answer/verdict.ts";
import { reviewRound, type Verdict } from "../playbooks/review-round.ts";
import { type Iteration, roundOf, type State } from "../state.ts";
import type { ReviewSeat, Step } from "../step.ts";
import { againOf, type Asking, belongsTo, numberOf, repeats } from "./askings.ts";
import { isSameSet, united } from "./findings.ts";
import { otherReviewer, type Player, reviewersOf } from "./route.ts";

/** How a crew's review of the present round stands. `lost`: a third family has broken a stalemate against the work. */
export type CrewReview =
  | { readonly is: "under-way"; readonly step: Step }
  | { readonly is: "called-off" }
  | { readonly is: "approved" }
  | { readonly is: "rejected" | "lost"; readonly issues: readonly Issue[] };

const trivialLines = 10;

/**
 * The review of the work as it is now: all reviewers at once, those in doubt once more with what they asked for, a
 * reviewer of another family where an approval came quicker than a change is read, and one of a third where two rounds have found the
 * same. One rejection rejects.
 */
export function crewReview(state: State, iteration: Iteration): CrewReview {
  const first = asked(state, iteration, "first", [
    ...reviewersOf(state, iteration, judgedIn(iteration, "first")).map(seatOf),
    ...(state.policy.review?.program === true ? [validator] : []),
  ]);
  if (first.is !== "judged") return first;
  const second = secondOpinion(state, iteration, first.verdicts);
  if (second.is !== "judged") return second;
  const issues = united([...first.verdicts, ...second.verdicts].flatMap(objectionsOf));
  if (issues.length === 0) return { is: "approved" };
  if (!isSameSet(issues, objectionsIn(iteration, roundOf(iteration) - 1))) return { is: "rejected", issues };
  return tieBreak(state, iteration, issues);
}

type Opinions =
  | { readonly is: "under-way"; readonly step: Step }
  | { readonly is: "called-off" }
  | { readonly is: "judged"; readonly verdicts: readonly Verdict[] };

const seatOf = ({ label }: Player): ReviewSeat => ({ role: "reviewer", agent: label });

/** A person's program that checks the changed files: no model. */
const validator: ReviewSeat = { role: "validator" };

const none: Opinions = { is: "judged", verdicts: [] };

/** The last word of each of these: what it said first, or where that was doubt, what it said when it was asked once more. */
function asked(state: State, iteration: Iteration, asking: Asking, seats: readonly ReviewSeat[]): Opinions {
  const wanted = {
    round: roundOf(iteration),
    form: "review",
    scope: "task",
    since: iteration.claim.startHead,
  } as const;
  const first = reviewRound(state, iteration, { ...wanted, ask: numberOf(asking), seats });
  if (first.is !== "judged") return first;
  const doubts = first.verdicts.filter(({ verdict }) => verdict === "UNCERTAIN");
  if (doubts.length === 0) return first;
  const doubtful = doubts.map(({ role, seat, needs }): ReviewSeat => ({ role, agent: seat, needs }));
  const again = reviewRound(state, iteration, { ...wanted, ask: againOf(asking), seats: doubtful });
  if (again.is !== "judged") return again;
  return { is: "judged", verdicts: [...first.verdicts.filter((one) => !doubts.includes(one)), ...again.verdicts] };
}

/** Whether an approval has to be looked at by another family: it came too quick, and the change is more than a word in a document. */
function secondOpinion(state: State, iteration: Iteration, verdicts: readonly Verdict[]): Opinions {
  const isHasty = verdicts.some(({ verdict, suspicious }) => suspicious && isApproval(verdict));
  const isRejected = verdicts.some((verdict) => objectionsOf(verdict).length > 0);
  if (!isHasty || isRejected || isTrivial(iteration, verdicts)) return none;
  return askedBeyond(state, iteration, "otherFamily", ["first"]);
}

/** One of a family that has not judged in these askings of the round; nothing, where none is left. */
function askedBeyond(state: State, iteration: Iteration, asking: Asking, before: readonly Asking[]): Opinions {
  const known = verdictsIn(iteration, roundOf(iteration));
  const families = known.filter((one) => before.some((each) => belongsTo(one.ask, each)));
  const answered = known.find((one) => one.ask === numberOf(asking));
  const other =
    answered === undefined
      ? otherReviewer(
          state,
          iteration,
          families.map(({ family }) => family),
        )
      : { label: answered.seat, family: answered.family };
  return other === null ? none : asked(state, iteration, asking, [seatOf(other)]);
}

/** Two rounds with the very same findings come to nothing by themselves. */
function tieBreak(state: State, iteration: Iteration, issues: readonly Issue[]): CrewReview {
  const third = askedBeyond(state, iteration, "tieBreak", ["first", "otherFamily"]);
  if (third.is !== "judged") return third;
  if (third.verdicts.length === 0) return { is: "rejected", issues };
  return third.verdicts.every((verdict) => objectionsOf(verdict).length === 0)
    ? { is: "approved" }
    : { is: "lost", issues: united([...issues, ...third.verdicts.flatMap(objectionsOf)]) };
}

/** What a verdict has against the work. A rejection of which all came too late has nothing; doubt that stays is an objection. */
const objectionsOf = ({ verdict, issues }: Verdict): readonly Issue[] => (isApproval(verdict) ? [] : issues);

const verdictsIn = ({ verdicts }: Iteration, round: number): readonly Verdict[] =>
  verdicts.filter((one) => one.form === "review" && one.round === round);

/** What was found in a round, by all that counted there: the doubt of one who was asked again is replaced by what it said then. */
export function objectionsIn(iteration: Iteration, round: number): readonly Issue[] {
  const verdicts = verdictsIn(iteration, round);
  const last = verdicts.filter(
    (one) => !verdicts.some((other) => repeats(other.ask, one.ask) && other.seat === one.seat),
  );
  return united(last.flatMap(objectionsOf));
}

const judgedIn = (iteration: Iteration, asking: Asking): readonly string[] =>
  verdictsIn(iteration, roundOf(iteration)).flatMap((one) =>
    one.ask === numberOf(asking) && one.role === "reviewer" ? [one.seat] : [],
  );

const isTrivial = ({ measured }: Iteration, verdicts: readonly Verdict[]): boolean =>
  verdicts.every(({ lines }) => lines !== undefined && lines <= trivialLines) &&
  (measured?.workChanges ?? []).every(({ path }) => isDocument(path));

const isDocument = (path: string): boolean => /^docs\//i.test(path) || /^[^/]+\.(?:md|txt)$/i.test(path);
