import { everyStep } from "./every-step.ts";

everyStep("task");
