import { isThorough } from "../../src/testing/thorough.ts";
import { everyStep, type Walk } from "./every-step.ts";

// Only what depends on the branch, and where something is done already: the rest is walked on the current one.
const few: readonly Walk[] = [
  { name: "lands", steps: ["claim", "land", "end"] },
  { name: "parks", steps: ["park"] },
  { name: "withdraws", steps: ["withdraw"] },
  { name: "is-judged", steps: ["put-back"] },
];
const all: readonly Walk[] = [
  { name: "lands", steps: ["claim", "work", "measure", "land", "end"] },
  { name: "parks", steps: ["park"] },
  { name: "withdraws", steps: ["withdraw"] },
  { name: "repairs", steps: ["land"] },
  { name: "is-judged", steps: ["simplify", "put-back", "land"] },
];

everyStep("task", isThorough ? all : few, ["after effect"]);
