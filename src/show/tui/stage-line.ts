import type { Stage } from "../../core/step.ts";
import { spanText } from "../text/time-text.ts";
import { type Line, lineWidth, span, type Tone } from "./line.ts";
import type { Scene } from "./scene.ts";

/** The places of the stage line. A task that is set aside shows so in the last one. */
const places = ["pick", "claim", "work", "measure", "gate", "land"] as const;
type Place = (typeof places)[number];

/** Where each stage is shown: in one of the places, before an iteration has begun, or when all of it lies behind. */
const placeOf: Record<Stage, Place | "before" | "past"> = {
  preflight: "before",
  reap: "before",
  pick: "pick",
  claim: "claim",
  work: "work",
  read: "work",
  measure: "measure",
  review: "gate",
  gate: "gate",
  land: "land",
  park: "land",
  record: "past",
  decide: "past",
};

/** How roomy the line is set: the first form that fits is taken. */
interface Form {
  readonly between: string;
  readonly afterMark: string;
  readonly hasTime: boolean;
}

const forms: readonly Form[] = [
  { between: "  ", afterMark: " ", hasTime: true },
  { between: " ", afterMark: "", hasTime: true },
  { between: " ", afterMark: "", hasTime: false },
];

/** The stages of the iteration under way: what is done, where it stands and for how long, what is to come. */
export function stageLine(scene: Scene, columns: number): Line | null {
  if (scene.view.end !== null) return null;
  const lines = forms.map((form) => inForm(scene, form));
  return lines.find((line) => lineWidth(line) <= columns) ?? lines.at(-1) ?? null;
}

function inForm(scene: Scene, form: Form): Line {
  const present = presentPlace(scene);
  const at = present === "before" ? -1 : present === "past" ? places.length : places.indexOf(present);
  return places.flatMap((place, index) => {
    const { sign, name, tone } = mark(scene, place, index - at);
    const time = index === at && form.hasTime ? ` ${spanText(scene.now - scene.stageSince)}` : "";
    return [...(index === 0 ? [] : [span(form.between)]), span(`${sign}${form.afterMark}${name}${time}`, tone)];
  });
}

/** A call that has to be made again waits in its place; the loop itself has gone back to its boundary. */
const presentPlace = ({ stage, view }: Scene): Place | "before" | "past" =>
  view.waiting !== null && view.state.current !== null ? "work" : placeOf[stage];

interface Mark {
  readonly sign: "✓" | "✗" | "▸" | "·";
  readonly name: string;
  readonly tone: Tone;
}

/** `offset`: below 0 the place lies behind, at 0 the run is there, above it is still to come. */
function mark(scene: Scene, place: Place, offset: number): Mark {
  const { current } = scene.view.state;
  const parked = scene.stage === "park" || (current !== null && current.parked !== null);
  const name = place === "land" && parked ? "park" : place;
  if (offset === 0) return { sign: "▸", name, tone: "busy" };
  const gate = current?.gates.at(-1)?.verdict ?? null;
  if (place === "gate" && gate === "red") return { sign: "✗", name, tone: "bad" };
  if (offset > 0 || (place === "gate" && gate !== "green")) return { sign: "·", name, tone: "faint" };
  return place === "land" ? landingMark(scene, name) : { sign: "✓", name, tone: "good" };
}

/** Once all lies behind, the last place says what became of the task. */
function landingMark({ view }: Scene, name: string): Mark {
  const last = view.iterations.at(-1);
  if (last !== undefined && last.commit !== null) return { sign: "✓", name: "land", tone: "good" };
  return last !== undefined && last.parkedFor !== null
    ? { sign: "✗", name: "park", tone: "warn" }
    : { sign: "·", name, tone: "faint" };
}
