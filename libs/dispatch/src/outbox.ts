import { randomUUID } from 'node:crypto';
import type { EventName, PayloadOf, ReplyOf } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import { isUnanswered, type Messages } from '@vigia/messaging';
import { currentCorrelationId, currentTraceParent, inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { Batches } from './batches.js';
import { DueRows, earliestDue } from './due-rows.js';
import { Loop, nextDueSql, shortestLeaseMs } from './loop.js';

interface OutboxRow {
  id: string;
  message: EventName;
  payload: PayloadOf<EventName>;
  correlationId: string;
  traceParent: string | null;
  dispatches: number;
}

/** What the sender does once the owner has acknowledged an event, in the transaction that deletes the event's row. */
export type Acknowledged = { [N in EventName]?: (tx: Transaction, payload: PayloadOf<N>, reply: ReplyOf<N>) => Promise<void> };

interface OutboxOptions {
  /** The outbox of the sending service. */
  table: 'profiles.outbox' | 'billing.outbox';
  database: Database;
  messages: Messages;
  logger: Logger;
  acknowledged?: Acknowledged;
}

const pollMs = 250;
/** Slots for new events, and as many for repeated ones: new events find a slot however many repeated ones hang. */
const mostInFlight = 100;

/**
 * An owner that restarts leaves a dispatch or two unanswered. Later, an operator must find in the log which events wait: after about a minute,
 * then every five, so that thousands of waiting events do not fill the log.
 */
const isWorthWarning = (dispatches: number) => dispatches % 20 === 5;

/** Delivers events until their owners acknowledge them. Each event is written in the same transaction as the change that it announces. */
export class Outbox {
  private readonly inFlight = { fresh: new Set<Promise<void>>(), repeated: new Set<Promise<void>>() };
  private readonly deletions = new Batches((ids: string[]) => this.deleteAll(ids));
  private readonly dueRows: DueRows;
  private readonly loop: Loop;
  private isRunning = false;

  constructor(private readonly options: OutboxOptions) {
    const { table, database, logger } = options;
    const earliest = earliestDue(sql`due_at`, sql`${table} WHERE due_at >= $1::timestamptz`);
    this.dueRows = new DueRows((since) => database.rows(earliest, [since]));
    const [step, untilDue] = [() => this.deliverDue(), () => this.dueRows.untilDue()];
    this.loop = new Loop({ name: table, intervalMs: pollMs, step, untilDue, logger });
  }

  start(): void {
    this.isRunning = true;
    this.loop.start();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.loop.stop();
    await Promise.all([...this.inFlight.fresh, ...this.inFlight.repeated]);
  }

  /**
   * The process that writes an event also delivers it first, if it has a free slot. The row becomes due after the time that this should
   * take.
   */
  add<N extends EventName>(tx: Transaction, message: N, payload: PayloadOf<N>): void {
    const [id, correlationId, traceParent] = [randomUUID(), currentCorrelationId() ?? randomUUID(), currentTraceParent() ?? null];
    const isTaken = this.isRunning && this.inFlight.fresh.size < mostInFlight;
    tx.send(
      sql`INSERT INTO ${this.options.table} (id, message, payload, correlation_id, trace_parent, dispatches, due_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 ms')`,
      [id, message, JSON.stringify(payload), correlationId, traceParent, isTaken ? 1 : 0, isTaken ? shortestLeaseMs : 0],
    );
    tx.afterCommit(() => {
      if (isTaken && this.isRunning) this.begin('fresh', { id, message, payload, correlationId, traceParent, dispatches: 1 });
      else this.loop.kick();
    });
  }

  private async deliverDue(): Promise<boolean> {
    // Several events of one transaction each find a free slot, so more may be in flight.
    const slots = ({ size }: Set<unknown>) => Math.max(0, mostInFlight - size);
    const [freshSlots, repeatedSlots] = [slots(this.inFlight.fresh), slots(this.inFlight.repeated)];
    const { database, table } = this.options;
    const due = (which: string, limit: string) =>
      sql`SELECT id FROM ${table} WHERE due_at BETWEEN $3::timestamptz AND now() AND ${which} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
    const rows = await database.rows<OutboxRow>(
      sql`WITH fresh AS (${due(sql`dispatches = 0`, sql`$1`)}), repeated AS (${due(sql`dispatches > 0`, sql`$2`)})
       UPDATE ${table} SET due_at = ${nextDueSql}, dispatches = dispatches + 1
       WHERE id IN (SELECT id FROM fresh UNION ALL SELECT id FROM repeated)
       RETURNING id, message, payload, correlation_id, trace_parent, dispatches`,
      [freshSlots, repeatedSlots, await this.dueRows.begin()],
    );
    const isFresh = ({ dispatches }: { dispatches: number }) => dispatches === 1;
    for (const row of rows) this.begin(isFresh(row) ? 'fresh' : 'repeated', row);
    const fresh = rows.filter(isFresh).length;
    return (freshSlots > 0 && fresh === freshSlots) || (repeatedSlots > 0 && rows.length - fresh === repeatedSlots);
  }

  private async deleteAll(ids: string[]): Promise<void[]> {
    await this.options.database.rows(sql`DELETE FROM ${this.options.table} WHERE id = ANY($1)`, [ids]);
    return ids.map(() => undefined);
  }

  private begin(as: keyof Outbox['inFlight'], row: OutboxRow): void {
    const delivery = withCorrelationId(row.correlationId, () =>
      inTrace(row.traceParent, `deliver ${row.message}`, () => this.deliver(row)),
    );
    const tracked = delivery.finally(() => this.inFlight[as].delete(tracked));
    this.inFlight[as].add(tracked);
  }

  private async deliver(row: OutboxRow): Promise<void> {
    const { messages, logger, database, table, acknowledged } = this.options;
    try {
      const reply = await messages.deliver(row.message, row.payload, { id: `outbox-${row.id}`, timeoutMs: shortestLeaseMs });
      const hook = acknowledged?.[row.message] as ((tx: Transaction, payload: unknown, reply: unknown) => Promise<void>) | undefined;
      if (!hook) return await this.deletions.add(row.id);
      await database.transaction(async (tx) => {
        // Two deliveries of one row may both be acknowledged; only the one that deletes the row runs the hook.
        const deleted = await tx.rows(sql`DELETE FROM ${table} WHERE id = $1 RETURNING id`, [row.id]);
        if (deleted.length > 0) await hook(tx, row.payload, reply);
      });
    } catch (error) {
      logger[isUnanswered(error) && !isWorthWarning(row.dispatches) ? 'debug' : 'warn'](
        { err: error, message: row.message, id: row.id },
        'event not acknowledged yet, stays due',
      );
    }
  }
}
