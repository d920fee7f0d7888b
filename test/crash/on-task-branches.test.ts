import { everyStep } from "./every-step.ts";

// Only what depends on the branch, and where something is done already: the rest is walked on the current one.
everyStep(
  "task",
  [
    { name: "lands", steps: ["claim", "land", "end"] },
    { name: "parks", steps: ["park"] },
    { name: "withdraws", steps: ["withdraw"] },
    { name: "repairs", steps: ["land"] },
    { name: "is-judged", steps: ["put-back", "land"] },
  ],
  ["after effect"],
);
