import { describe, expect, test } from "vitest";
import { type Play, played } from "../testing/played-run.ts";
import { digging, honest, type Turn } from "../testing/turn.ts";

const codes = (play: Play): readonly string[] =>
  played(play)
    .view.warnings.map(({ code }) => code)
    .filter((code) => code.startsWith("many_sub_agents"));
const starting = (subAgents: number): Turn => ({ ...honest, subAgents });

describe("P-5 sub-agents", () => {
  test("four in an iteration are nothing to speak of, five are told once", () => {
    expect(codes({ turns: [starting(4)] })).toEqual([]);
    expect(codes({ turns: [starting(5)] })).toEqual(["many_sub_agents"]);
  });

  test("they are counted over all calls of the iteration", () => {
    const policy = { gated: true, qa: "iteration" } as const;
    expect(codes({ turns: [{ ...starting(3), gate: "red" }, starting(3)], policy })).toEqual(["many_sub_agents"]);
    expect(codes({ tasks: ["A", "B"], turns: [starting(3), starting(3)] })).toEqual([]);
  });

  test("what only hooks have seen counts as well, and is not counted twice", () => {
    expect(codes({ turns: [{ ...starting(0), subAgentStarts: 5 }] })).toEqual(["many_sub_agents"]);
    expect(codes({ turns: [{ ...starting(5), subAgentStarts: 5 }] })).toEqual(["many_sub_agents"]);
    expect(codes({ turns: [{ ...starting(3), subAgentStarts: 3 }] })).toEqual([]);
  });

  test("a mean above five over the iterations is told when it comes to that, and again only after it has sunk", () => {
    const tasks = ["A", "B", "C"];
    expect(codes({ tasks, turns: [starting(4), starting(5), starting(8)] })).toEqual([
      "many_sub_agents",
      "many_sub_agents",
      "many_sub_agents_mean",
    ]);
    expect(codes({ tasks, turns: [starting(4), starting(4), starting(4)] })).toEqual([]);
  });

  test("L-22 while more than one is outstanding the breaker is not moved, whatever the iteration came to", () => {
    const late = {
      tasks: ["A", "B", "C"],
      policy: { task: { iterations: null, timeMs: null, costUsd: null, tokens: null } },
    };
    expect(played({ ...late, turns: [{ subAgentsInFlight: 2 }] }).state.breaker.noProgress).toBe(0);
    expect(played({ ...late, turns: [{ subAgentsInFlight: 1 }] }).state.breaker.noProgress).toBeGreaterThan(0);
    const opened = { state: "open", since: 1, reason: "before" } as const;
    const busy = played({ turns: [{ ...digging, subAgentsInFlight: 2 }], breaker: opened, policy: { once: true } });
    expect(busy.state.breaker.state).toBe("half-open");
  });
});
