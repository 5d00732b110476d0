import { Inject, Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { inTransaction } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import type { BillingSettings } from '../settings.js';
import { reserveLoads, TakenMeanwhileError } from './reserve-loads.js';

type Reservation = PayloadOf<'quota.reserve'>;
type Reply = ReplyOf<'quota.reserve'>;

const attempts = 5;

/** Reservations that come in while others are decided are decided together. */
@Injectable()
export class QuotaReservations {
  private readonly batches = new Batches<Reservation, Reply>((reservations) => this.decide(reservations));

  constructor(
    private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  reserve(reservation: Reservation): Promise<Reply> {
    return this.batches.add(reservation);
  }

  private async decide(reservations: Reservation[], attempt = 1): Promise<Reply[]> {
    try {
      return await inTransaction(this.database, (tx) => reserveLoads(tx, reservations, this.settings.abandonedAfterMs));
    } catch (error) {
      if (!(error instanceof TakenMeanwhileError) || attempt === attempts) throw error;
      return this.decide(reservations, attempt + 1);
    }
  }
}
