import { Inject, Injectable } from '@nestjs/common';
import { checkDocument, VigiaError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import { currentCorrelationId, currentTraceParent } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { mostActive } from '../configurations/configuration-store.js';
import { FirstAttempts } from '../deliveries/first-attempts.js';
import { triggerIdOf } from '../domain/envelope.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { LoadStarter } from './load-starter.js';
import type { Trigger, Written } from './trigger.js';
import { writeEvents } from './write-events.js';

type Accepted = ReplyOf<'webhooks.trigger'>;

/** While one batch waits for its commit, the profiles of the next are read and rendered. */
const batchesAtOnce = 2;

@Injectable()
export class TriggerIntake {
  private readonly batches = new Batches((triggers: Trigger[]) => this.write(triggers), {
    atOnce: batchesAtOnce,
    ownerOf: ({ corporationId }) => corporationId,
  });

  constructor(
    private readonly database: Database,
    private readonly firstAttempts: FirstAttempts,
    private readonly loadStarter: LoadStarter,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async accept(given: PayloadOf<'webhooks.trigger'>): Promise<Accepted> {
    checkDocument(given);
    const { requestId } = given;
    const correlationId = currentCorrelationId() ?? requestId;
    const trigger = { ...given, triggerId: triggerIdOf(requestId), correlationId, traceParent: currentTraceParent() ?? null };
    const written = await this.batches.add(trigger);
    if (!written?.isNew) return this.acceptedBefore(trigger, written);
    // The answer leaves before the first attempts: at the end of this turn of the event loop, like all commands to the broker.
    process.nextTick(() => setImmediate(() => this.firstAttempts.start(written.started)));
    return { triggerId: trigger.triggerId, loading: written.loading };
  }

  /** A request that comes twice within the batch is written once; its repetition gets nothing. */
  private async write(triggers: Trigger[]): Promise<(Written | undefined)[]> {
    const firstOfEach = new Map(triggers.toReversed().map((trigger) => [trigger.triggerId, trigger]));
    const written = await this.firstAttempts.within(firstOfEach.size * mostActive, (slots) =>
      writeEvents(this.database, [...firstOfEach.values()], this.settings, slots),
    );
    if (written.some(({ isNew, loading }) => isNew && loading)) this.loadStarter.kick();
    const byId = new Map(written.map((one) => [one.triggerId, one]));
    return triggers.map((trigger) => (firstOfEach.get(trigger.triggerId) === trigger ? byId.get(trigger.triggerId) : undefined));
  }

  /** A repeated request gets its first answer; another request for the same document is refused. */
  private async acceptedBefore({ triggerId, corporationId, taxId }: Trigger, written?: Written): Promise<Accepted> {
    const [own] = await this.database.rows<{ loading: boolean }>(
      sql`SELECT state = 'LOADING_PROFILE' AS loading FROM webhooks.event WHERE trigger_id = $1 AND corporation_id = $2`,
      [triggerId, corporationId],
    );
    if (own) return { triggerId, loading: own.loading };
    throw written?.hasReceivers === false ? VigiaError.of('webhook_not_configured') : VigiaError.of('webhook_loading', { taxId });
  }
}
