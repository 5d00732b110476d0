import { Inject, Injectable } from '@nestjs/common';
import type { PayloadOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { dueInMs, Loop, type UntilDue } from '@vigia/dispatch';
import { isUnanswered, Messages } from '@vigia/messaging';
import { inTrace, withCorrelationId, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';

type Wanted = Omit<PayloadOf<'loads.start'>, 'taxIds' | 'origin'> & {
  triggerId: string;
  taxId: string;
  correlationId: string;
  traceParent: string | null;
  actor: string;
  idempotencyKey: string | null;
};

const pollMs = 500;
const mostAtOnce = 50;
const replyMs = 5_000;

/** Asks the loader for the loads that events wait for, until it has accepted each of them. */
@Injectable()
export class LoadStarter {
  private readonly loop: Loop;
  private readonly asking = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly messages: Messages,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const untilDue = () =>
      database.rows<UntilDue>(sql`SELECT ${dueInMs(sql`min(start_due_at)`)} FROM webhooks.event WHERE start_due_at IS NOT NULL`);
    this.loop = new Loop({ name: 'load starts', intervalMs: pollMs, step: () => this.startDue(), untilDue, logger });
  }

  start(): void {
    this.loop.start();
  }

  kick(): void {
    this.loop.kick();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.asking);
  }

  private async startDue(): Promise<boolean> {
    const wanted = await this.database.rows<Wanted>(
      sql`UPDATE webhooks.event SET start_due_at = now() + ${2 * replyMs} * interval '1 ms'
       WHERE trigger_id = ANY (ARRAY(SELECT trigger_id FROM webhooks.event WHERE start_due_at <= now()
                                     ORDER BY start_due_at LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED))
       RETURNING trigger_id, request_id, corporation_id, doc_type,
         tax_id, mode, correlation_id, trace_parent, actor, idempotency_key`,
    );
    const ask = (one: Wanted) => inTrace(one.traceParent, 'start load', () => this.ask(one));
    wanted.forEach((one) => this.track(withCorrelationId(one.correlationId, () => ask(one))));
    return wanted.length === mostAtOnce;
  }

  /** A request without a reply must not delay the others. */
  private track(asked: Promise<void>): void {
    const tracked = asked.finally(() => this.asking.delete(tracked));
    this.asking.add(tracked);
  }

  /** The loader accepts an id once, so asking twice does no harm. */
  private async ask({ triggerId, taxId, actor, correlationId, traceParent: _, idempotencyKey, ...wanted }: Wanted): Promise<void> {
    const noticeTo = this.messages.address;
    const origin = { actor, correlationId, ...(idempotencyKey !== null && { idempotencyKey }) };
    try {
      await this.messages.request('loads.start', { ...wanted, taxIds: [taxId], noticeTo, origin }, { timeoutMs: replyMs });
      await this.database.rows(sql`UPDATE webhooks.event SET start_due_at = NULL WHERE trigger_id = $1`, [triggerId]);
    } catch (error) {
      this.logger[isUnanswered(error) ? 'debug' : 'warn']({ err: error, triggerId }, 'load not started yet, stays due');
    }
  }
}
