import type { Drift } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { Gauge } from 'prom-client';
import { compareLedger } from './compare-ledger.js';

const found = new Gauge({
  name: 'vigia_ledger_drifts',
  help: 'What differed when every ledger was compared last, by whichever replica; 0 is all there should ever be',
});

/** A comparison that fails, or whose replica dies, is repeated after so long. */
const repeatAfterMs = 60_000;

/** Compares every ledger at once, one contract after the other. */
export async function verifyLedgers(database: Database): Promise<{ contracts: number; drifts: Drift[] }> {
  const ledgers = await database.rows<{ contractId: string }>(sql`SELECT contract_id FROM billing.ledger_check ORDER BY contract_id`);
  const drifts: Drift[] = [];
  for (const { contractId } of ledgers) drifts.push(...(await verifyLedger(database, contractId)));
  await tellDrifts(database);
  return { contracts: ledgers.length, drifts };
}

/** Compares the ledger that has been due for longest, unless another replica is at it. */
export async function verifyDueLedger(database: Database, logger: Logger): Promise<boolean> {
  const [due] = await database.rows<{ contractId: string }>(
    sql`UPDATE billing.ledger_check SET due_at = now() + $1 * interval '1 ms'
     WHERE contract_id = (SELECT contract_id FROM billing.ledger_check WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING contract_id`,
    [repeatAfterMs],
  );
  if (due) {
    try {
      for (const drift of await verifyLedger(database, due.contractId)) logger.error(drift, 'a ledger has drifted');
    } catch (error) {
      // One ledger that cannot be compared must not keep the others from it.
      logger.error({ err: error, ...due }, 'a ledger could not be compared, will be repeated');
    }
  }
  await tellDrifts(database);
  return due !== undefined;
}

async function verifyLedger(database: Database, contractId: string): Promise<Drift[]> {
  let leasedAt = Date.now();
  const keepLease = async () => {
    if (Date.now() - leasedAt < repeatAfterMs / 3) return;
    leasedAt = Date.now();
    await database.rows(sql`UPDATE billing.ledger_check SET due_at = now() + $2 * interval '1 ms' WHERE contract_id = $1`, [
      contractId,
      repeatAfterMs,
    ]);
  };
  const drifts = await compareLedger(database, contractId, keepLease);
  await database.rows(
    sql`UPDATE billing.ledger_check SET due_at = billing.next_night(), checked_at = now(), drifts = $2 WHERE contract_id = $1`,
    [contractId, drifts.length],
  );
  return drifts;
}

/** Every replica tells of every ledger, also of those that another one has compared. */
async function tellDrifts(database: Database): Promise<void> {
  const [sum] = await database.rows<{ drifts: number }>(
    sql`SELECT coalesce(sum(drifts), 0)::int AS drifts FROM billing.ledger_check WHERE drifts > 0`,
  );
  found.set(sum?.drifts ?? 0);
}
