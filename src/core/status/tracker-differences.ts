import type { StatusFacts } from "./facts.ts";
import type { Tracker } from "./status-block.ts";

/** What a block says of the tracker, and what was measured in its place. */
export interface TrackerDifference {
  readonly of: "issue" | "openCount" | "doneCount";
  readonly claimed: string | number;
  readonly measured: string | number;
}

/** Where a block differs from the tracker. Issues are counted before or after the agent moves its own: a number between both is none. */
export function trackerDifferences(
  said: Tracker,
  { trackerIssue, openIssues, doneIssues }: StatusFacts,
): readonly TrackerDifference[] {
  const counts = [
    ["openCount", openIssues],
    ["doneCount", doneIssues],
  ] as const;
  const isOther =
    said.issue !== undefined && trackerIssue !== undefined && said.issue?.toLowerCase() !== trackerIssue.toLowerCase();
  return [
    ...(isOther ? [{ of: "issue", claimed: said.issue ?? "NONE", measured: trackerIssue } as const] : []),
    ...counts.flatMap(([of, range]) => {
      const claimed = said[of];
      if (claimed === undefined || range === undefined || (claimed >= range.least && claimed <= range.most)) return [];
      return [{ of, claimed, measured: range.least === range.most ? range.least : `${range.least} to ${range.most}` }];
    }),
  ];
}
