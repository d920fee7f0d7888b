import { describe, expect, test } from "vitest";
import { StatusFacts } from "./facts.ts";
import contract from "./fixtures/contract-vectors.json" with { type: "json" };
import examples from "./fixtures/reference-examples.json" with { type: "json" };
import { gradeStatusBlock } from "./grade.ts";
import { oneOf, profileNames } from "./profile.ts";
import type { ProfileName } from "./profile.ts";
import { readStatusBlock } from "./read-status-block.ts";
import { statusJson } from "./status-json.ts";

const profileOf = (name: string): ProfileName => {
  const profile = oneOf(profileNames, name);
  if (profile === undefined) throw new Error(`the vector names no profile: ${name}`);
  return profile;
};

interface Vector {
  readonly profile: string;
  readonly text: string;
  readonly facts?: object;
  readonly tracker?: string;
  readonly expect: Readonly<Record<string, unknown>>;
}

function check({ profile, text, facts, tracker, expect: wanted }: Vector): void {
  const writer = tracker === "agent-writes" ? "agent-writes" : "harness-writes";
  const reading = readStatusBlock(text, profileOf(profile), { tracker: writer });
  const found = statusJson(gradeStatusBlock(reading, StatusFacts.parse(facts ?? {})));
  const { repairs, faults, faults_include: some, exitSignal, ...rest } = wanted;
  const codes = found.faults.map(({ code }) => code);
  expect(found).toMatchObject(rest);
  if (Array.isArray(repairs)) expect(new Set(found.repairs.map(({ code }) => code))).toEqual(new Set(repairs));
  if (Array.isArray(faults)) expect(codes).toEqual(faults);
  if (Array.isArray(some)) expect(codes).toEqual(expect.arrayContaining(some));
  if (exitSignal === false) expect(found.block?.exitSignal ?? false).toBe(false);
}

describe("the contract, kind by kind", () => {
  test.each(contract.map((vector) => [vector.rule, vector.name, vector] as const))("%s %s", (_rule, _name, vector) => {
    check(vector);
  });
});

describe("C-17 the examples of the reference documents, each under its own profile", () => {
  test.each(examples.map((vector) => [vector.name, vector] as const))("%s", (_name, vector) => {
    check(vector);
  });
});
