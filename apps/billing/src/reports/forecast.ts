import type { Forecast } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { forecastMonths, type PaidTo } from '../domain/forecast.js';
import { balancesJson } from '../ledger/balances-json.js';

type Row = Pick<Forecast, 'contractId' | 'endsOn' | 'quota'> & { today: string };

/** Null without a contract in force that counts months. */
export async function readForecast(database: Database, corporationId: string): Promise<Forecast | null> {
  const [contract] = await database.rows<Row>(
    sql`SELECT id AS contract_id, ends_on, public.lima_today() AS today,
       ${balancesJson} AS quota
     FROM billing.contract_in_force JOIN billing.quota_account ON contract_id = id WHERE corporation_id = $1`,
    [corporationId],
  );
  if (!contract) return null;
  const paid = await database.rows<PaidTo>(
    sql`SELECT last_month, count(*)::int AS profiles FROM billing.monitoring
     WHERE contract_id = $1 AND state = 'live' AND expires_on >= public.lima_today() GROUP BY last_month`,
    [contract.contractId],
  );
  const { today, ...facts } = contract;
  const { months, monthsToCarryAll } = forecastMonths(paid, today, contract);
  return { ...facts, months, monthsToCarryAll, surplus: contract.quota.available - monthsToCarryAll };
}
