import type { Forecast } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { forecastMonths, type PaidTo } from '../domain/months.js';
import { balancesJson } from '../ledger/account.js';

type Row = Pick<Forecast, 'contractId' | 'endsOn' | 'quota'> & { today: string; paid: PaidTo[] };

/**
 * Null without a contract in force that counts months. One statement reads the balances and the paid monitorings: months that a load moves
 * from one to the other between two statements would be missing or counted twice.
 */
export async function readForecast(database: Database, corporationId: string): Promise<Forecast | null> {
  const [contract] = await database.rows<Row>(
    sql`SELECT in_force.id AS contract_id, ends_on, public.lima_today() AS today, ${balancesJson} AS quota,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('lastMonth', last_month, 'profiles', profiles)), '[]') FROM (
         SELECT last_month, count(*) AS profiles FROM billing.monitoring
         WHERE monitoring.contract_id = in_force.id AND state = 'live' AND expires_on >= public.lima_today()
         GROUP BY last_month) AS counted) AS paid
     FROM billing.contract_in_force AS in_force JOIN billing.quota_account ON contract_id = in_force.id WHERE corporation_id = $1`,
    [corporationId],
  );
  if (!contract) return null;
  const { today, paid, ...facts } = contract;
  const { months, monthsToCarryAll } = forecastMonths(paid, today, contract);
  return { ...facts, months, monthsToCarryAll, surplus: contract.quota.available - monthsToCarryAll };
}
