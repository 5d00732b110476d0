import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { StartLoads } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { currentCorrelationId, failpoint } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { sourcesToAsk, type DatedStanding } from '../domain/source-standing.js';
import { Loads } from '../loads/loads.js';
import { RefreshSchedule } from '../loads/refresh-schedule.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { decideAdmission, type Admission } from './decide-admission.js';
import { QuotaGate } from './quota-gate.js';
import { insertItems, type Item } from './request-items.js';
import { settleRequest } from '../closing/settle-requests.js';

const present = { state: 'skipped', reason: 'already_in_portfolio', refusal: null } as const;
const loaded = { state: 'loaded', reason: null, refusal: null } as const;

@Injectable()
export class AcceptRequest {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly loads: Loads,
    private readonly schedule: RefreshSchedule,
    private readonly quota: QuotaGate,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  /** Once per request id, however often the message comes. */
  async accept(command: StartLoads): Promise<void> {
    if ((await this.database.rows(sql`SELECT 1 FROM profiles.load_request WHERE id = $1`, [command.requestId])).length > 0) return;
    const admission = await decideAdmission(this.database, this.quota, command);
    await this.database.transaction(async (tx) => {
      if (!(await insertRequest(tx, command, admission))) return;
      const items = await this.itemsOf(tx, command, admission);
      insertItems(tx, items);
      await this.startWaiting(tx, command, items, admission);
      failpoint('loader.request-unwritten');
    });
  }

  private async itemsOf(tx: Transaction, command: StartLoads, { admitted, joining, skipped, refused }: Admission): Promise<Item[]> {
    const { requestId } = command;
    const ended = { requestId, loadId: null, joins: false };
    const items: Item[] = [
      ...skipped.map((taxId) => ({ ...ended, taxId, ...present })),
      ...refused.map(({ taxId, refusal }) => ({ ...ended, taxId, state: 'failed' as const, reason: refusal.reason, refusal })),
    ];
    // One order for everybody, so that two requests for the same documents do not wait for each other in a circle.
    for (const [index, taxId] of [...admitted, ...joining].sort().entries()) {
      const loadId = await this.load(tx, command, taxId, index + 1);
      const joins = joining.includes(taxId);
      items.push(
        loadId
          ? { requestId, taxId, state: 'loading', reason: null, refusal: null, loadId, joins }
          : { ...ended, taxId, ...(joins ? present : loaded) },
      );
    }
    return items;
  }

  /** Nothing to load means that the platform has it, complete and young enough. */
  private async load(tx: Transaction, { docType, mode }: StartLoads, taxId: string, place: number): Promise<string | undefined> {
    const document = { docType, taxId };
    const notBefore = new Date(Date.now() - this.settings.freshnessHours * 3_600_000);
    const choose = (standings: DatedStanding[]) => sourcesToAsk(docType, standings, notBefore);
    const loadId = await this.loads.openOrJoin(tx, document, { purpose: 'client', place, choose });
    if (!loadId && mode === 'monitoring') this.schedule.start(tx, document);
    return loadId;
  }

  private async startWaiting(tx: Transaction, command: StartLoads, items: Item[], { mayHoldQuota }: Admission): Promise<void> {
    const { requestId, corporationId, docType, mode } = command;
    const loading = items.filter(({ state }) => state === 'loading');
    const isLoaded = items.some(({ state }) => state === 'loaded');
    const state = loading.length > 0 ? 'loading' : isLoaded ? 'settling' : 'finished';
    tx.send(
      sql`UPDATE profiles.load_request SET open_items = $2, state = $3, finished_at = CASE WHEN $3 = 'finished' THEN now() END WHERE id = $1`,
      [requestId, loading.length, state],
    );
    // Where everything was refused there is nothing to wait for, but billing may have to be told.
    if (loading.length === 0 && (isLoaded || mayHoldQuota)) await settleRequest(tx, this.outbox, requestId);
    const own = loading.filter(({ joins }) => !joins).map(({ taxId }) => ({ docType, taxId }));
    if (!mayHoldQuota && own.length > 0) this.outbox.add(tx, 'access.open', { requestId, corporationId, mode, documents: own });
  }
}

async function insertRequest(tx: Transaction, command: StartLoads, { acceptedOn }: Admission): Promise<boolean> {
  const inserted = await tx.rows(
    sql`INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, months, state, open_items, notice_to, correlation_id,
       actor, idempotency_key, accepted_on)
     VALUES ($1, $2, $3, $4, $5, 'loading', 0, $6, $7, $8, $9, coalesce($10, public.lima_today())) ON CONFLICT DO NOTHING RETURNING id`,
    [
      command.requestId,
      command.corporationId,
      command.docType,
      command.mode,
      command.months ?? null,
      command.noticeTo ?? null,
      currentCorrelationId() ?? randomUUID(),
      command.origin?.actor ?? null,
      command.origin?.idempotencyKey ?? null,
      acceptedOn ?? null,
    ],
  );
  return inserted.length > 0;
}
