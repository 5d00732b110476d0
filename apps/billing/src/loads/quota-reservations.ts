import { Inject, Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { BatchesByKey } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import type { BillingSettings } from '../settings.js';
import { AccountLines } from '../ledger/account-lines.js';
import { reserveLoads, TakenMeanwhileError } from './reserve-loads.js';

type Reservation = PayloadOf<'quota.reserve'>;
type Reply = ReplyOf<'quota.reserve'>;

const attempts = 5;

/** Reservations of a corporation that come in while others of it are decided are decided together. */
@Injectable()
export class QuotaReservations {
  private readonly batches = new BatchesByKey((corporationId: string, reservations: Reservation[]) =>
    this.lines.turn(corporationId, () => this.decide(reservations)),
  );

  constructor(
    private readonly database: Database,
    private readonly lines: AccountLines,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  reserve(reservation: Reservation): Promise<Reply> {
    return this.batches.add(reservation.corporationId, reservation);
  }

  private async decide(reservations: Reservation[], attempt = 1): Promise<Reply[]> {
    try {
      return await this.database.transaction((tx) => reserveLoads(tx, reservations, this.settings.abandonedAfterMs));
    } catch (error) {
      if (!(error instanceof TakenMeanwhileError) || attempt === attempts) throw error;
      return this.decide(reservations, attempt + 1);
    }
  }
}
