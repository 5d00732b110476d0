import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { readCharges, totalOfCharges } from '../charges/read-charges.js';
import { readAlerts } from './alerts.js';
import { readForecast } from './forecast.js';
import { readStatement } from './statement.js';
import { verifyLedgers } from './verify.js';

@Controller()
export class ReportsController {
  constructor(private readonly database: Database) {}

  @Handles('quota.statement')
  statement(request: PayloadOf<'quota.statement'>): Promise<ReplyOf<'quota.statement'>> {
    return readStatement(this.database, request);
  }

  @Handles('quota.forecast')
  async forecast({ corporationId }: PayloadOf<'quota.forecast'>): Promise<ReplyOf<'quota.forecast'>> {
    return { forecast: await readForecast(this.database, corporationId) };
  }

  @Handles('quota.alerts')
  async alerts({ corporationId }: PayloadOf<'quota.alerts'>): Promise<ReplyOf<'quota.alerts'>> {
    return { alerts: await readAlerts(this.database, corporationId) };
  }

  @Handles('charges.list')
  charges(request: PayloadOf<'charges.list'>): Promise<ReplyOf<'charges.list'>> {
    return readCharges(this.database, request);
  }

  @Handles('charges.total')
  chargesTotal(period: PayloadOf<'charges.total'>): Promise<ReplyOf<'charges.total'>> {
    return totalOfCharges(this.database, period);
  }

  @Handles('billing.verify')
  verify(): Promise<ReplyOf<'billing.verify'>> {
    return verifyLedgers(this.database);
  }
}
