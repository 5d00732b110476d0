import { Controller, Inject } from '@nestjs/common';
import { PlainError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { BatchesByKey } from '@vigia/dispatch';
import { Handles } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { openAccesses } from '../access/pending-accesses.js';
import { AccountLines } from '../ledger/account-lines.js';
import { settledRequests } from '../ledger/commands.js';
import type { BillingSettings } from '../settings.js';
import { reserveLoads, untilNoneIsTaken } from './reserve-loads.js';
import { mayBeUnanswered, settleLoad } from './settle-load.js';

type Reservation = PayloadOf<'quota.reserve'>;
type Reserved = ReplyOf<'quota.reserve'>;
type Settlement = PayloadOf<'access.settle'>;

class SettledBeforeError extends PlainError {}

/** Loads from billing's side: sets months aside, opens accesses, and settles both once the load has ended. */
@Controller()
export class LoadsController {
  /** While reservations of a corporation are being decided, new ones wait and are decided together. */
  private readonly batches = new BatchesByKey((corporationId: string, reservations: Reservation[]) =>
    this.lines.turn(corporationId, () => this.decide(reservations)),
  );

  constructor(
    private readonly database: Database,
    private readonly lines: AccountLines,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  @Handles('quota.reserve')
  reserve(reservation: Reservation): Promise<Reserved> {
    return this.batches.add(reservation.corporationId, reservation);
  }

  /** Looks for the settlement only once it has the rows: by then it has waited for a settlement that was being written. */
  @Handles('access.open')
  async open(opening: PayloadOf<'access.open'>): Promise<ReplyOf<'access.open'>> {
    const open = async (tx: Transaction) => {
      const [, settled] = await Promise.all([openAccesses(tx, opening.corporationId, [opening]), settledRequests(tx, [opening.requestId])]);
      if (settled.size > 0) throw new SettledBeforeError('what was settled is not opened any more');
    };
    await this.database.transaction(open).catch((error: unknown) => {
      if (!(error instanceof SettledBeforeError)) throw error;
    });
    return {};
  }

  /** Waits for the account only if months were set aside, or may be at this moment. */
  @Handles('access.settle')
  async settle(settlement: Settlement): Promise<ReplyOf<'access.settle'>> {
    const settle = () => this.database.transaction((tx) => settleLoad(tx, settlement));
    return mayBeUnanswered(settlement) || (await this.hasMonths(settlement)) ? this.lines.turn(settlement.corporationId, settle) : settle();
  }

  private decide(reservations: Reservation[]): Promise<Reserved[]> {
    return untilNoneIsTaken(() => this.database.transaction((tx) => reserveLoads(tx, reservations, this.settings.abandonedAfterMs)));
  }

  /** Only the command knows under which plan a monitored load was accepted. */
  private async hasMonths({ mode, requestId }: Settlement): Promise<boolean> {
    if (mode === 'query') return false;
    const planned = sql`SELECT 1 FROM billing.quota_command WHERE id = $1 AND contract_id IS NOT NULL`;
    return (await this.database.rows(planned, [requestId])).length > 0;
  }
}
