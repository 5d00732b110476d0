import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sourcesFor, type StartReprocess } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { currentCorrelationId, failpoint } from '@vigia/observability';
import { Loads } from '../loads/loads.js';
import { decideReprocess, type ReprocessDecision } from './decide-reprocess.js';
import { QuotaGate } from './quota-gate.js';
import { insertItems, type Item } from './request-items.js';
import { settleReprocess } from '../closing/settle-requests.js';

@Injectable()
export class AcceptReprocess {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly loads: Loads,
    private readonly quota: QuotaGate,
  ) {}

  /** Once per request id, however often the message comes. */
  async accept(command: StartReprocess): Promise<void> {
    if ((await this.database.rows(sql`SELECT 1 FROM profiles.load_request WHERE id = $1`, [command.requestId])).length > 0) return;
    const decision = await decideReprocess(this.database, this.quota, command);
    await this.database.transaction(async (tx) => {
      if (!(await insertRequest(tx, command, decision))) return;
      insertItems(tx, await this.itemsOf(tx, command, decision));
      // Without anything to refresh there is nothing to wait for, but billing may have to be told.
      if (decision.refresh.length === 0 && decision.mayHoldQuota)
        await settleReprocess(tx, this.outbox, { id: command.requestId, ...command });
      failpoint('loader.update-unwritten');
    });
  }

  private async itemsOf(tx: Transaction, { requestId }: StartReprocess, { refresh, refused }: ReprocessDecision): Promise<Item[]> {
    const items: Item[] = refused.map(({ taxId, refusal }) => ({
      requestId,
      taxId,
      state: refusal.reason === 'not_active' ? 'skipped' : 'failed',
      reason: refusal.reason,
      refusal,
      loadId: null,
      joins: false,
    }));
    // One order for everybody, so that two requests for the same documents do not wait for each other in a circle.
    for (const [index, document] of [...refresh].sort((a, b) => (a.taxId < b.taxId ? -1 : 1)).entries()) {
      const choose = () => sourcesFor(document.docType);
      const loadId = await this.loads.openOrJoin(tx, document, { purpose: 'client', place: index + 1, choose });
      items.push({ requestId, taxId: document.taxId, state: 'loading', reason: null, refusal: null, loadId: loadId!, joins: false });
    }
    return items;
  }
}

async function insertRequest(tx: Transaction, command: StartReprocess, { refresh }: ReprocessDecision): Promise<boolean> {
  const inserted = await tx.rows(
    sql`INSERT INTO profiles.load_request (id, corporation_id, months, state, open_items, notice_to, correlation_id, finished_at,
       actor, idempotency_key, accepted_on)
     VALUES ($1, $2, $3, CASE $4::int WHEN 0 THEN 'finished' ELSE 'loading' END, $4, $5, $6, CASE $4::int WHEN 0 THEN now() END,
       $7, $8, public.lima_today())
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      command.requestId,
      command.corporationId,
      command.months ?? null,
      refresh.length,
      command.noticeTo ?? null,
      currentCorrelationId() ?? randomUUID(),
      command.origin?.actor ?? null,
      command.origin?.idempotencyKey ?? null,
    ],
  );
  return inserted.length > 0;
}
