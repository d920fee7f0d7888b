import { isThorough } from "../../src/testing/thorough.ts";
import { everyStep, type Walk } from "./every-step.ts";

// Only what depends on the branch, and where something is done already: the rest is walked on the current one.
const few: readonly Walk[] = [{ name: "lands", steps: ["claim", "land"] }];
const all: readonly Walk[] = [
  { name: "lands", steps: ["claim", "land", "end"] },
  { name: "parks", steps: ["park"] },
  { name: "withdraws", steps: ["withdraw"] },
];

everyStep("plan", isThorough ? all : few, ["after effect"]);
