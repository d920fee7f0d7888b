import { describe, expect, test } from "vitest";
import type { Brief, BriefReading } from "../../core/brief/brief.ts";
import type { Foresight } from "../../ports/foresight.ts";
import { sampleBrief, sampleId } from "../../testing/sample-facts.ts";
import { briefAtHand } from "./brief-at-hand.ts";

/** What is known ahead, kept in memory. */
function memory(start: { readonly brief?: BriefReading; readonly ahead?: Brief }): Foresight & { kept: Brief | null } {
  let { ahead } = start;
  const unused = () => Promise.reject(new Error("unused"));
  return {
    kept: null,
    hint: () => null,
    takeHint: () => null,
    intend: unused,
    brief: () => start.brief ?? null,
    keep(brief) {
      this.kept = brief;
      return Promise.resolve();
    },
    prepare: unused,
    takePrepared() {
      const taken = ahead ?? null;
      ahead = undefined;
      return taken;
    },
  };
}

const read = (brief: Brief): BriefReading => ({ ok: true, value: brief });
const of = async (foresight: Foresight, begun = false): Promise<readonly string[]> =>
  (await briefAtHand(sampleId("A"), begun, { foresight })).map((fact) =>
    fact.kind === "brief-read" ? fact.from : fact.kind === "warned" ? fact.code : fact.kind,
  );

describe("P-6 a brief that is there already", () => {
  test("the one that is kept for the task is used, one for another task passed over", async () => {
    expect(await of(memory({ brief: read(sampleBrief("A")) }))).toEqual(["kept"]);
    expect(await of(memory({ brief: read(sampleBrief("B")) }))).toEqual([]);
    expect(await of(memory({}))).toEqual([]);
  });

  test("one that was made ahead goes before it and is kept from then on; for another task it is dropped silently", async () => {
    const foresight = memory({ brief: read(sampleBrief("A")), ahead: sampleBrief("A", { risk_level: "HIGH" }) });
    expect([await of(foresight), foresight.kept?.risk_level, foresight.takePrepared()]).toEqual([
      ["ahead"],
      "HIGH",
      null,
    ]);
    const wrong = memory({ ahead: sampleBrief("B") });
    expect([await of(wrong), wrong.kept, wrong.takePrepared()]).toEqual([[], null, null]);
  });

  test("one that can't be read is told, and stops nothing", async () => {
    expect(await of(memory({ brief: { ok: false, problem: "it is no JSON" } }))).toEqual(["brief_unreadable"]);
  });

  test("a block holds once: a task that was begun before is looked at afresh", async () => {
    const blocked = memory({ brief: read(sampleBrief("A", { block: { reason: "no key" } })) });
    expect([await of(blocked), await of(blocked, true)]).toEqual([["kept"], []]);
    expect(await of(memory({ brief: read(sampleBrief("A")) }), true)).toEqual(["kept"]);
  });
});
