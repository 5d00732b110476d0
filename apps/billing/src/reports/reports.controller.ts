import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';
import { Handles, type HandlerContext } from '@vigia/messaging';
import { readCharges, totalOfCharges } from '../charges/document-charges.js';
import { AccountLines } from '../ledger/account-lines.js';
import { readAlerts } from './alerts.js';
import { readForecast } from './forecast.js';
import { linesEntered, mayGrow, readStatement } from './statement.js';
import { verifyLedgers } from './verify.js';

/** Few of the ten connections and twenty message slots, because reservations need them too. A waiting report holds a slot. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 3 };
/** Half of the slots, because many corporations with one slow report each would take all. */
const mostInAll = 10;

@Controller()
export class ReportsController {
  /** Reports that add up all monitorings or all charges of a corporation. Paged reports use an index instead. */
  private readonly addedUp = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);

  constructor(
    private readonly database: Database,
    private readonly lines: AccountLines,
  ) {}

  @Handles('quota.statement')
  async statement(request: PayloadOf<'quota.statement'>): Promise<ReplyOf<'quota.statement'>> {
    const { corporationId, contractId } = request;
    if (await mayGrow(this.database, request))
      await this.lines.turn(corporationId, () => linesEntered(this.database, contractId), { isRepeatable: true });
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
