import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exchange } from "../server/exchange.ts";
import { type Github, startGithub } from "../start-github.ts";
import { officialProblems } from "./official-problems.ts";

let github: Github;
beforeEach(async () => {
  github = await startGithub();
});
afterEach(() => github[Symbol.asyncDispose]());

async function asked(method: string, path: string, body?: object): Promise<Exchange> {
  await fetch(`${github.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${github.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const last = github.exchanges.at(-1);
  if (last === undefined) throw new Error("Nothing was asked.");
  return last;
}

const repository = "/repos/acme/shop";
const membersOf = (value: unknown): Record<string, unknown> => ({ ...(value as object) });

describe("the comparison with the official description", () => {
  test("takes what is right", async () => {
    github.by.file({ title: "one" });
    expect(await officialProblems([await asked("GET", `${repository}/issues?state=open&per_page=10`)])).toEqual([]);
    expect(await officialProblems([await asked("POST", `${repository}/issues`, { title: "two" })])).toEqual([]);
    expect(await officialProblems([await asked("PATCH", `${repository}/issues/1`, { state: "closed" })])).toEqual([]);
    expect(await officialProblems([await asked("GET", `${repository}/issues/99`)])).toEqual([]);
  });

  test.each([
    ["a path that is not described", "GET", "/nowhere", undefined, /nothing of that kind/],
    ["an unknown parameter", "GET", "/issues?creatr=me", undefined, /no parameter creatr/],
    ["a value that no parameter has", "GET", "/issues?state=opened", undefined, /state/],
    ["an unknown member of a body", "POST", "/issues", { title: "x", lables: [] }, /body/],
    ["a body without what it needs", "POST", "/pulls", { title: "x" }, /head/],
  ] as const)("tells of %s", async (...[, method, path, body, problem]) => {
    expect(await officialProblems([await asked(method, `${repository}${path}`, body)])).toEqual(
      expect.arrayContaining([expect.stringMatching(problem)]),
    );
  });

  test("tells of an answer with a member that is missing, wrong or nobody's", async () => {
    const right = await asked("GET", repository);
    const { full_name: _, ...less } = membersOf(right.answered);
    for (const answered of [less, { ...less, full_name: 7 }, { ...less, full_name: "a/b", invented: true }])
      expect(await officialProblems([{ ...right, answered }])).toHaveLength(1);
    expect(await officialProblems([{ ...right, status: 418 }])).toEqual([expect.stringMatching(/no such answer/)]);
  });

  test("tells of GraphQL that the official schema does not have, or would answer otherwise", async () => {
    const graphql = (query: string, variables: object = {}) => asked("POST", "/graphql", { query, variables });
    const query = `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }`;
    const right = await graphql(query, { owner: "acme", name: "shop" });
    expect(await officialProblems([right])).toEqual([]);
    expect(await officialProblems([{ ...right, answered: { data: { repository: { id: "R_1", more: 1 } } } }])).toEqual([
      expect.stringMatching(/form that was asked for/),
    ]);
    expect(await officialProblems([await graphql(query, { owner: "acme" })])).toEqual(
      expect.arrayContaining([expect.stringMatching(/name/)]),
    );
    expect(await officialProblems([await graphql("{ repositry { id } }")])).toEqual([
      expect.stringMatching(/repositry/),
    ]);
  });
});
