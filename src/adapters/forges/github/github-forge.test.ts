import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Forge, PullRequest } from "../../../ports/forge.ts";
import { officialProblems } from "../../../stand-ins/github/official/official-problems.ts";
import { primaryLimit, secondaryLimit } from "../../../stand-ins/github/server/faults.ts";
import { type Github, startGithub } from "../../../stand-ins/github/start-github.ts";
import { githubForge } from "./github-forge.ts";

let github: Github;
let forge: Forge;
let slept: number[];

/* A clock whose waits are over at once. */
const forgeOf = (server: Github, more: { token?: string } = {}): Forge => {
  let at = Date.UTC(2026, 0, 1);
  return githubForge({
    url: server.url,
    token: more.token ?? server.token,
    repository: { owner: server.owner, name: server.name },
    clock: {
      now: () => at,
      sleepUntil: async (until) => {
        slept.push(until - at);
        at = Math.max(at, until);
      },
    },
  });
};

beforeEach(async () => {
  slept = [];
  github = await startGithub();
  forge = forgeOf(github);
});
afterEach(async () => {
  await github[Symbol.asyncDispose]();
  expect(await officialProblems(github.exchanges)).toEqual([]);
});

const branch = "ab-1-work";

async function opened(files: Readonly<Record<string, string>> = { "a.txt": "1" }): Promise<PullRequest> {
  await github.by.push(branch, files);
  return forge.open({ branch, base: "main", title: "feat: it", body: "why" });
}

const wishFor = ({ head }: PullRequest) => ({ head, subject: "feat: it", body: "The text.\n\nRalph-Task: AB-1" });

describe("R-3 a pull request", () => {
  test("is opened once, and found by its branch", async () => {
    expect(await forge.find(branch)).toBeNull();
    const pull = await opened();
    expect(pull).toMatchObject({ number: 1, title: "feat: it", body: "why", branch, base: "main", state: "open" });
    expect(pull).toMatchObject({ head: await github.tip(branch), mergedAs: null, mergeable: "yes", autoMerge: false });
    expect(await forge.open({ branch, base: "main", title: "again", body: "" })).toEqual(pull);
    expect(await forge.find(branch)).toEqual(pull);
    expect(await forge.find("other")).toBeNull();
  });

  test("is opened once though the answer got lost", async () => {
    github.fail({ on: /^POST .*\/pulls$/, as: { kind: "lost" } });
    expect((await opened()).number).toBe(1);
    expect(await forge.look(1)).toMatchObject({ number: 1 });
    await expect(forge.look(2)).rejects.toMatchObject({ code: "not-found" });
  });

  test("the newest of a branch is found, whatever its state", async () => {
    await opened();
    github.by.close(1);
    expect(await forge.find(branch)).toMatchObject({ number: 1, state: "closed" });
    expect(await forge.open({ branch, base: "main", title: "second", body: "" })).toMatchObject({ number: 2 });
    expect(await forge.find(branch)).toMatchObject({ number: 2, state: "open" });
  });

  test("is merged as one commit with our message and its number", async () => {
    const before = await github.tip("main");
    await github.by.push(branch, { "b.txt": "1" });
    const pull = await opened();
    const answer = await forge.merge(pull, wishFor(pull));
    expect(answer).toEqual({ kind: "merged", commit: await github.tip("main") });
    expect(await github.message((await github.tip("main")) ?? "")).toBe(
      "feat: it (#1)\n\nThe text.\n\nRalph-Task: AB-1",
    );
    expect(before).not.toBe(await github.tip("main"));
    expect(await forge.look(1)).toMatchObject({ state: "merged", mergedAs: await github.tip("main") });
    expect(await forge.merge(pull, wishFor(pull))).toEqual(answer);
  });

  test("its branch is dropped; one that is gone is no error", async () => {
    await github.by.push("feature/a#b", { a: "1" });
    await forge.dropBranch("feature/a#b");
    expect(await github.tip("feature/a#b")).toBeNull();
    await forge.dropBranch("feature/a#b");
  });
});

describe("R-5 checks", () => {
  test("none at all, successful, neutral and skipped ones are green", async () => {
    const pull = await opened();
    expect(await forge.checks(pull)).toEqual({ status: "green", failed: [], waiting: [] });
    await github.by.check(branch, [
      { name: "test", ends: "success" },
      { name: "lint", ends: "neutral", kind: "app" },
      { name: "docs", ends: "skipped" },
      { name: "ci/old", ends: "success", kind: "status" },
    ]);
    expect(await forge.checks(pull)).toEqual({ status: "green", failed: [], waiting: [] });
  });

  test.each(["failure", "cancelled", "timed_out", "action_required"] as const)("%s is red", async (ends) => {
    const pull = await opened();
    await github.by.check(branch, [
      { name: "test", ends },
      { name: "slow", ends: "success", looks: Infinity },
    ]);
    expect(await forge.checks(pull)).toMatchObject({
      status: "red",
      failed: [{ name: "test", conclusion: ends }],
      waiting: ["slow"],
    });
  });

  test.each(["failure", "error"] as const)("a commit status %s is red, a pending one is pending", async (ends) => {
    const pull = await opened();
    await github.by.check(branch, [{ name: "ci", ends, kind: "status", looks: 1 }]);
    expect(await forge.checks(pull)).toMatchObject({ status: "red", failed: [{ name: "ci", conclusion: ends }] });
    await github.by.check(branch, [{ name: "ci", ends, kind: "status", looks: 9 }]);
    expect(await forge.checks(pull)).toMatchObject({ status: "pending", waiting: ["ci"] });
  });

  test("queued and running ones are pending until they have ended", async () => {
    const pull = await opened();
    await github.by.check(branch, [{ name: "test", ends: "success", looks: 2, started: false }]);
    const seen = [];
    for (let n = 0; n < 3; n++) seen.push((await forge.checks(pull)).status);
    expect(seen).toEqual(["pending", "pending", "green"]);
  });

  test("all pages are read", async () => {
    const pull = await opened();
    const many = Array.from({ length: 130 }, (_, n) => ({ name: `job ${n}`, ends: "success" as const }));
    await github.by.check(branch, [...many, { name: "the last", ends: "failure" }]);
    expect((await forge.checks(pull)).failed.map(({ name }) => name)).toEqual(["the last"]);
  });

  test("a required check that nobody has started is waited for", async () => {
    github.by.protect("main", { checks: ["test", "deploy"] });
    const pull = await opened();
    expect(await forge.checks(pull)).toEqual({ status: "pending", failed: [], waiting: ["test", "deploy"] });
    await github.by.check(branch, [{ name: "test", ends: "success" }]);
    expect(await forge.checks(pull)).toMatchObject({ status: "pending", waiting: ["deploy"] });
  });

  test("where workflows may be about to start, a new commit without checks is not green at once", async () => {
    github.by.workflows(2);
    const pull = await opened();
    expect(await forge.checks(pull)).toMatchObject({ status: "pending" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "checks" });
    github.by.quiet(1, 31);
    expect(await forge.checks(pull)).toMatchObject({ status: "green" });
  });

  test("the end of what failed ones have printed is given, bounded, without times", async () => {
    const pull = await opened();
    const lines = Array.from({ length: 5_000 }, (_, n) => `2026-01-01T00:00:00.0000000Z line ${n}`);
    await github.by.check(branch, [
      { name: "test", ends: "failure", log: [...lines, "2026-01-01T00:00:01.0000000Z expected 1, got 2"].join("\n") },
      {
        name: "review",
        ends: "failure",
        kind: "app",
        summary: "Too long.",
        annotations: [{ path: "a.ts", line: 3, message: "here" }],
      },
      {
        name: "deploy",
        ends: "failure",
        log: `-----BEGIN PRIVATE KEY-----\n${"KEYS\n".repeat(2_000)}-----END PRIVATE KEY-----\nno such host`,
      },
      { name: "ci", ends: "error", kind: "status" },
      { name: "fine", ends: "success", log: "all is well" },
    ]);
    const log = await forge.failureLog(pull, await forge.checks(pull));
    expect(log).toContain("=== test: failure");
    expect(log).toContain("line 4999\nexpected 1, got 2");
    expect(log).toContain("Too long.\na.ts:3: here");
    expect(log).toContain("no such host");
    expect(log).not.toContain("KEYS");
    expect(log).toContain("=== ci: error");
    expect(log).not.toContain("all is well");
    expect(log).not.toContain("2026-01-01T00:00:00");
    expect(log.length).toBeLessThan(17_000);
  });
});

describe("R-4 a merge that can't be now", () => {
  test("a conflict, a closed one and a branch that has moved on are refused by their name", async () => {
    const pull = await opened();
    await github.by.push("main", { "a.txt": "other" });
    expect(await forge.look(1)).toMatchObject({ mergeable: "conflict" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "conflict" });
    await github.by.push(branch, { "c.txt": "1" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "moved" });
    github.by.close(1);
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "closed" });
  });

  test("one that was led into another branch since it was looked at is not merged", async () => {
    const pull = await opened();
    await github.by.push("release", { "b.txt": "1" });
    const { pull: seen } = github.by.issue(pull.number);
    if (seen !== null) seen.base = "release";
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "moved" });
  });

  test("a conflict is found though GitHub has not worked it out yet", async () => {
    const pull = await opened();
    await github.by.push("main", { "a.txt": "other" });
    github.by.mergeableUnknown(2);
    expect((await forge.look(1)).mergeable).toBe("unknown");
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "conflict" });
  });

  test("a branch that has to have all of its base first is brought up like one that stands against it", async () => {
    github.by.protect("main", { strict: true });
    const pull = await opened();
    await github.by.push("main", { "other.txt": "1" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "conflict" });
  });

  test("what a person has merged is merged", async () => {
    const pull = await opened();
    const commit = await github.by.merge(1);
    expect(await forge.merge(pull, wishFor(pull))).toEqual({ kind: "merged", commit });
  });

  test("red checks are never merged, protected or not; nor are pending ones where nobody may wait for them", async () => {
    const pull = await opened();
    await github.by.check(branch, [{ name: "test", ends: "failure" }]);
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ why: "checks", message: "Failed: test." });
    await github.by.check(branch, [{ name: "test", ends: "success", looks: Infinity }]);
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ why: "checks", message: "Still at work: test." });
    github.by.allow({ autoMerge: true });
    // Nothing is required: GitHub does not wait for it.
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ why: "checks" });
    expect(await forge.look(1)).toMatchObject({ state: "open", autoMerge: false });
  });

  test("with auto-merge GitHub merges it itself once required checks are through, with our message", async () => {
    github.by.allow({ autoMerge: true, dropsBranches: true });
    github.by.protect("main", { checks: ["test"] });
    github.by.ci([{ name: "test", ends: "success", looks: 3 }]);
    const pull = await opened();
    expect(await forge.merge(pull, wishFor(pull))).toEqual({ kind: "queued" });
    expect(await forge.merge(pull, wishFor(pull))).toEqual({ kind: "queued" });
    let now = await forge.look(1);
    while (now.state === "open") now = await forge.look(1);
    expect(now).toMatchObject({ state: "merged", mergedAs: await github.tip("main") });
    expect(await github.message(now.mergedAs ?? "")).toContain("feat: it (#1)\n\nThe text.");
    expect(await github.tip(branch)).toBeNull();
  });

  test("what GitHub was to merge by itself it merges no more once that is taken back; asked again, nothing happens", async () => {
    github.by.allow({ autoMerge: true });
    github.by.protect("main", { checks: ["build"] });
    const pull = await opened();
    expect(await forge.merge(pull, wishFor(pull))).toEqual({ kind: "queued" });
    await forge.dontMerge(pull);
    await forge.dontMerge(pull);
    await github.by.check(branch, [{ name: "build", ends: "success" }]);
    expect(await forge.look(pull.number)).toMatchObject({ state: "open", autoMerge: false });
  });

  test("a review that is missing, or asks for changes, is told as such", async () => {
    github.by.protect("main", { approvals: 1 });
    const pull = await opened();
    expect(await forge.checks(pull)).toMatchObject({ status: "green" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "review" });
    github.by.review(1, { state: "CHANGES_REQUESTED", body: "Not yet." });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "review" });
    github.by.review(1, { state: "APPROVED" });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "merged" });
  });

  test("without the right to write, or where squashing is not allowed, it is a matter of permission", async () => {
    const pull = await opened();
    github.by.allow({ squash: false });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "permission" });
    github.by.allow({ squash: true, push: false });
    expect(await forge.merge(pull, wishFor(pull))).toMatchObject({ kind: "refused", why: "permission" });
    expect(await forge.access()).toMatchObject({ mayPush: false, protectedBase: false });
  });
});

describe("what people say", () => {
  test("open threads and reviews that ask for changes are given, settled ones are not", async () => {
    const pull = await opened();
    expect(await forge.reviewComments(pull)).toEqual([]);
    github.by.review(1, { by: "ann", body: "Nice." });
    github.by.review(1, {
      by: "bob",
      state: "CHANGES_REQUESTED",
      body: "Two things.",
      threads: [{ path: "a.txt", line: 1, text: "No." }],
    });
    github.by.review(1, { by: "cy", threads: [{ path: "a.txt", text: "Why?" }] });
    expect(await forge.reviewComments(pull)).toMatchObject([
      { author: "bob", path: null, line: null, text: "Two things.", blocks: true },
      { author: "bob", path: "a.txt", line: 1, text: "No.", blocks: true },
      { author: "cy", path: "a.txt", line: null, text: "Why?", blocks: false },
    ]);
    github.by.resolveThreads(1);
    github.by.review(1, { by: "bob", state: "APPROVED" });
    expect(await forge.reviewComments(pull)).toEqual([]);
  });
});

describe("R-10 limits and failures", () => {
  test("a limit that ends soon is waited for, and one that does not is told with its time", async () => {
    github.fail({ as: secondaryLimit(5) });
    expect(await forge.access()).toMatchObject({ repository: "acme/shop", defaultBranch: "main", mayPush: true });
    expect(slept).toEqual([5_000]);
    const resetAt = Date.UTC(2026, 0, 1, 2) / 1_000;
    github.fail({ as: primaryLimit(resetAt, Date.UTC(2026, 0, 1, 0, 0, 5) / 1_000) });
    await expect(forge.access()).rejects.toMatchObject({ code: "limited", retryAt: resetAt * 1_000 });
    github.fail({ as: { kind: "status", status: 429, headers: { "retry-after": "3600" } } });
    await expect(forge.access()).rejects.toMatchObject({ code: "limited" });
  });

  test("a request that a limit refused is made again, also one that writes", async () => {
    github.fail({ on: /^POST/, as: secondaryLimit(1) });
    expect(await opened()).toMatchObject({ number: 1 });
    expect(slept).toEqual([1_000]);
  });

  test("failures of the server and of the line are tried again, and told in the end", async () => {
    github.fail({ as: { kind: "status", status: 502 } });
    github.fail({ as: { kind: "offline" } });
    expect(await forge.find("x")).toBeNull();
    expect(slept).toEqual([1_000, 2_000]);
    github.fail({ times: Infinity, as: { kind: "offline" } });
    await expect(forge.find("x")).rejects.toMatchObject({ code: "network" });
    github.mend();
    github.fail({ times: Infinity, as: { kind: "status", status: 503 } });
    await expect(forge.find("x")).rejects.toMatchObject({ code: "network" });
  });

  test("half an answer, and the words of somebody on the way, are none: nothing is taken for merged", async () => {
    const pull = await opened();
    github.fail({ as: { kind: "cut" } });
    github.fail({ as: { kind: "garbled", body: "<html>Log in to the hotel</html>" } });
    github.fail({ as: { kind: "garbled", body: '{"number": 1, ', type: "application/json" } });
    expect(await forge.look(pull.number)).toMatchObject({ state: "open", mergedAs: null });
    github.fail({ times: Infinity, as: { kind: "garbled", body: "{}", type: "application/json" } });
    await expect(forge.look(pull.number)).rejects.toMatchObject({ code: "network" });
    await expect(forge.reviewComments(pull)).rejects.toMatchObject({ code: "network" });
  });

  test("what GraphQL says of GitHub's own troubles is no refusal", async () => {
    const pull = await opened();
    const body = '{"data": null, "errors": [{"message": "Something went wrong while executing your query."}]}';
    github.fail({ on: /graphql/, as: { kind: "garbled", body, type: "application/json" } });
    await expect(forge.reviewComments(pull)).rejects.toMatchObject({ code: "network" });
  });

  test("a pull request whose answer was cut off is opened once", async () => {
    github.fail({ on: /^POST .*pulls$/, as: { kind: "cut" } });
    expect(await opened()).toMatchObject({ number: 1 });
    expect(github.pulls()).toHaveLength(1);
  });

  test("the time of a limit is GitHub's own: a clock that is wrong here changes nothing", async () => {
    const date = new Date(Date.UTC(2026, 0, 1, 5)).toUTCString();
    const limited = (headers: Readonly<Record<string, string>>) =>
      github.fail({ as: { kind: "status", status: 429, headers: { date, ...headers } } });
    limited({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.UTC(2026, 0, 1, 5, 0, 20) / 1_000) });
    limited({ "retry-after": new Date(Date.UTC(2026, 0, 1, 5, 0, 30)).toUTCString() });
    expect(await forge.find("x")).toBeNull();
    expect(slept).toEqual([20_000, 30_000]);
  });

  test("a merge whose answer got lost is found merged", async () => {
    const pull = await opened();
    github.fail({ on: /^PUT/, as: { kind: "lost" } });
    expect(await forge.merge(pull, wishFor(pull))).toEqual({ kind: "merged", commit: await github.tip("main") });
  });

  test("a wrong token and a repository that is not there are told apart", async () => {
    await expect(forgeOf(github, { token: "wrong" }).access()).rejects.toMatchObject({ code: "auth" });
    const elsewhere = { ...github, name: "nowhere" };
    await expect(forgeOf(elsewhere).access()).rejects.toMatchObject({ code: "not-found" });
  });

  test("a signal ends a wait", async () => {
    const stop = new AbortController();
    github.fail({ times: Infinity, as: { kind: "slow", ms: 50 } });
    const asked = forge.access(stop.signal);
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });
});
