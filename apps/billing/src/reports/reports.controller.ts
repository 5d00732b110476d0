import { Controller } from '@nestjs/common';
import type { Forecast, PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { readCharges, totalOfCharges } from '../charges/document-charges.js';
import { forecastMonths, type PaidTo } from '../domain/months.js';
import { balancesJson } from '../ledger/account.js';
import { readAlerts } from './alerts.js';
import { readStatement } from './statement.js';
import { verifyLedgers } from './verify.js';

type Row = Pick<Forecast, 'contractId' | 'endsOn' | 'quota'> & { today: string };

/** Null without a contract in force that counts months. */
async function readForecast(database: Database, corporationId: string): Promise<Forecast | null> {
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

/** Few of the ten connections and twenty message slots, because reservations need them too. A waiting report holds a slot. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 3 };
/** Half of the slots, because many corporations with one slow report each would take all. */
const mostInAll = 10;

@Controller()
export class ReportsController {
  /** Reports that add up all monitorings or all charges of a corporation. Paged reports use an index instead. */
  private readonly addedUp = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);

  constructor(private readonly database: Database) {}

  @Handles('quota.statement')
  statement(request: PayloadOf<'quota.statement'>): Promise<ReplyOf<'quota.statement'>> {
    return readStatement(this.database, request);
  }

  @Handles('quota.forecast')
  async forecast({ corporationId }: PayloadOf<'quota.forecast'>): Promise<ReplyOf<'quota.forecast'>> {
    return { forecast: await this.addedUp.run(corporationId, () => readForecast(this.database, corporationId)) };
  }

  @Handles('quota.alerts')
  async alerts({ corporationId }: PayloadOf<'quota.alerts'>): Promise<ReplyOf<'quota.alerts'>> {
    return { alerts: await this.addedUp.run(corporationId, () => readAlerts(this.database, corporationId)) };
  }

  @Handles('charges.list')
  charges(request: PayloadOf<'charges.list'>): Promise<ReplyOf<'charges.list'>> {
    return readCharges(this.database, request);
  }

  @Handles('charges.total')
  chargesTotal(period: PayloadOf<'charges.total'>): Promise<ReplyOf<'charges.total'>> {
    return this.addedUp.run(period.corporationId, () => totalOfCharges(this.database, period));
  }

  @Handles('billing.verify')
  verify(_: PayloadOf<'billing.verify'>, { signal }: HandlerContext): Promise<ReplyOf<'billing.verify'>> {
    return verifyLedgers(this.database, signal);
  }
}
