import { expect, test } from "vitest";
import { outcomeOfText } from "./error-words.ts";

test.each([
  // A bill is no limit: no wait mends it.
  ["F085", "ERROR: Quota exceeded. Check your plan and billing details.", "billing"],
  ["F085", '{"error":{"type":"insufficient_quota","message":"You exceeded your current quota"}}', "billing"],
  ["F086", "TerminalQuotaError: You have exhausted your daily quota on this model.", "usage_limit"],
  // A quota for the day, whatever words about bills come with it; one for the minute is pacing.
  [
    "F089",
    '{"status":"RESOURCE_EXHAUSTED","message":"check your plan and billing details","quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}',
    "usage_limit",
  ],
  ["F089", '{"status":"RESOURCE_EXHAUSTED","quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}', "overloaded"],
  ["F091", 'API Error (529 {"type":"error","error":{"type":"overloaded_error"}}) · attempt 4/10', "overloaded"],
  ["F092", "API Error: 529 [1305][该模型当前访问量过大，请您稍后再试]", "overloaded"],
  ["F070", "You've hit your session limit · resets 4:20am (Europe/Warsaw)", "usage_limit"],
  ["F079", "You've hit your usage limit. Upgrade, or try again at 12:16 PM.", "usage_limit"],
  ["F071", "the weekly limit reached the board's agenda", null],
])("%s: %s", (_id, text, outcome) => {
  expect(outcomeOfText(text)).toBe(outcome);
});
