import { describe, expect, test } from "vitest";
import { hardBlocker } from "./hard-blocker.ts";

describe("B-41 the four hard blockers", () => {
  test.each([
    ["The API key for Stripe is missing and can't be created by an agent.", "credential"],
    ["No credentials for the production database.", "credential"],
    ["Needs an access token of the vendor", "credential"],
    ["The spend cap for the model is reached.", "spend-cap"],
    ["Monthly budget limit exceeded", "spend-cap"],
    ["Dropping the production table cannot be undone and needs sign-off.", "sign-off"],
    ["An irreversible migration: approval of a human is required.", "sign-off"],
    ["A product decision has to be made: free tier or not, no safe default.", "product-decision"],
    ["The pricing question is ambiguous", "product-decision"],
    ["Tried twice.\nThe licence key is missing.", "credential"],
  ])("%s", (reason, kind) => {
    expect(hardBlocker(reason)).toBe(kind);
  });

  test.each([
    "",
    "This needs code review before it can go on.",
    "Please review: the API key handling needs another look.",
    "I couldn't figure out why the login test fails.",
    "The branch is unmerged, no permission to merge.",
    "Flaky tests: the account suite needs a rerun.",
    "no progress in 3 iterations",
    "The gate stayed red: 2 tests failed in api-key.test.ts",
    "which colour should the button have?",
    "Waiting for AB-12.",
    "The staging host is down.",
    "The function deletes users; I did not understand the schema.",
    "The time limit was exceeded.",
  ])("none of them: %s", (reason) => {
    expect(hardBlocker(reason)).toBeNull();
  });
});
