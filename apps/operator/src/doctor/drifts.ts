import { sql } from '@vigia/database';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'drifts';

/** The findings of last night's comparisons. */
export const checkDrifts: Check = async ({ database }) => {
  const [found] = await database.rows<{ ledgers: number; entries: number }>(
    sql`SELECT (SELECT count(*)::int FROM billing.ledger_check WHERE drifts > 0) AS ledgers,
       (SELECT coalesce(sum(drifts), 0)::int FROM profiles.portfolio_check WHERE drifts > 0) AS entries`,
  );
  const { ledgers, entries } = found!;
  if (ledgers > 0) return [wrong(check, `${ledgers} ledgers have drifted`, '`billing verify`, and docs/runbooks/VigiaLedgerDrifted.md.')];
  return entries > 0
    ? [attention(check, `${entries} entries of portfolios were healed`, '`portfolio verify`, and docs/runbooks/VigiaPortfolioDrifted.md.')]
    : [fine(check, 'none')];
};
