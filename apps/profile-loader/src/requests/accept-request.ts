import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { StartLoads } from '@vigia/contracts';
import { inTransaction, LoadItemRow, LoadRequestRow, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { currentCorrelationId } from '@vigia/observability';
import { SETTINGS } from '@vigia/service-kit';
import { DataSource } from 'typeorm';
import { openOrJoinLoad } from '../loads/open-load.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import { decideAdmission, type Admission } from './decide-admission.js';
import { QuotaGate } from './quota-gate.js';
import { settleRequest } from './settle-requests.js';

@Injectable()
export class AcceptRequest {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly dispatcher: TaskDispatcher,
    private readonly quota: QuotaGate,
    @Inject(SETTINGS) private readonly settings: ProfileLoaderSettings,
  ) {}

  /** Once per request id, however often the message comes. */
  async accept(command: StartLoads): Promise<void> {
    if (await this.database.getRepository(LoadRequestRow).existsBy({ id: command.requestId })) return;
    const admission = await decideAdmission(this.database, this.quota, command);
    await inTransaction(this.database, async (tx) => {
      const isFirst = await this.insertRequest(tx, command, admission);
      if (isFirst) await this.insertItems(tx, command, admission);
    });
  }

  private async insertRequest(tx: Transaction, command: StartLoads, { admitted, mayHoldQuota }: Admission): Promise<boolean> {
    const waitsForBilling = admitted.length === 0 && mayHoldQuota;
    const state = admitted.length > 0 ? 'loading' : waitsForBilling ? 'settling' : 'finished';
    const { raw } = await tx.entities
      .createQueryBuilder()
      .insert()
      .into(LoadRequestRow)
      .values({
        id: command.requestId,
        corporationId: command.corporationId,
        docType: command.docType,
        mode: command.mode,
        state,
        openItems: admitted.length,
        noticeTo: command.noticeTo ?? null,
        correlationId: currentCorrelationId() ?? randomUUID(),
        ...(state === 'finished' && { finishedAt: () => 'now()' }),
      })
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }

  private async insertItems(tx: Transaction, command: StartLoads, { admitted, skipped, refused, mayHoldQuota }: Admission): Promise<void> {
    const { requestId, corporationId, docType, mode } = command;
    const items: Pick<LoadItemRow, 'requestId' | 'taxId' | 'state' | 'reason' | 'loadId'>[] = [
      ...skipped.map((taxId) => ({ requestId, taxId, state: 'skipped' as const, reason: 'already_in_portfolio', loadId: null })),
      ...refused.map(({ taxId, reason }) => ({ requestId, taxId, state: 'failed' as const, reason, loadId: null })),
    ];
    // One order for everybody, so that two requests for the same documents do not wait for each other in a circle.
    for (const taxId of [...admitted].sort()) {
      const loadId = await openOrJoinLoad(tx, { docType, taxId }, this.settings);
      items.push({ requestId, taxId, state: 'loading', reason: null, loadId });
    }
    await tx.entities.insert(LoadItemRow, items);
    if (admitted.length > 0) {
      const documents = admitted.map((taxId) => ({ docType, taxId }));
      if (!mayHoldQuota) await this.outbox.add(tx, 'access.open', { requestId, corporationId, mode, documents });
      tx.afterCommit(() => this.dispatcher.kick());
    } else if (mayHoldQuota) {
      await settleRequest(tx, this.outbox, { id: requestId, corporationId, docType, mode });
    }
  }
}
