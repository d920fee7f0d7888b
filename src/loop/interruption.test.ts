import { expect, test } from "vitest";
import { heardAlong, newInterruption } from "./interruption.ts";

test("L-28 L-29 a stop that comes while a killed run is settled stops the run that follows too", () => {
  const interruption = newInterruption();
  interruption.hear("pause");
  {
    using settling = heardAlong(interruption);
    interruption.hear("stop");
    expect(settling.heard()).toEqual(["pause", "stop"]);
    expect(settling.heard()).toEqual([]);
    expect(settling.signal.aborted).toBe(true);
  }
  expect(interruption.heard()).toEqual(["pause", "stop"]);
});
