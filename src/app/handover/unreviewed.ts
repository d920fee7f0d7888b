import { type Landing, landingRisk, type LandingRisk } from "../../core/handover/landing-risk.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { detailsOf, type IterationDetail } from "../../core/iteration-detail.ts";

/** A landing that nobody has looked at yet, with all that is known of it. */
export interface Unreviewed {
  readonly commit: string;
  readonly detail: IterationDetail;
  readonly risk: LandingRisk;
}

const most = 200;

/** The last landings that no person has accepted or taken back, the riskiest first; of one run where it is named. */
export function unreviewed(ledger: Pick<LedgerReader, "query" | "factsOf">, run: string | null): readonly Unreviewed[] {
  const answer = ledger.query(
    `SELECT i.run AS run, i.n AS n FROM ralph_iterations i WHERE i.commit_sha IS NOT NULL AND i.run = coalesce($run, i.run)
     AND NOT EXISTS (SELECT 1 FROM ralph_reviews r WHERE r.iteration_id = i.id) ORDER BY i.started_at DESC LIMIT ${most}`,
    { run },
  );
  const rows = answer.ok ? answer.rows : [];
  const byRun = Map.groupBy(rows, (row) => String(row["run"]));
  return [...byRun]
    .flatMap(([of, places]) => {
      const wanted = new Set(places.map((row) => Number(row["n"])));
      return detailsOf(ledger.factsOf(of), (n) => wanted.has(n));
    })
    .flatMap((detail): readonly Unreviewed[] => {
      const landing: Landing = detail;
      const { landed } = detail;
      return landed === null ? [] : [{ commit: landed.commit, detail, risk: landingRisk(landing) }];
    })
    .toSorted(
      (one, other) => other.risk.score - one.risk.score || one.detail.view.startedAt - other.detail.view.startedAt,
    );
}
