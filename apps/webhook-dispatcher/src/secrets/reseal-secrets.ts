import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { currentSealPrefix } from '../domain/secret-box.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { sealedColumns, Vault, type SecretOwner } from './vault.js';

const batch = 100;
const isOld = (column: string) => `NOT starts_with(${column}, $1)`;

/** After a change of keys: what is sealed with an older one is sealed with the first, so that the older one can go. */
@Injectable()
export class ResealSecrets {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async round(): Promise<boolean> {
    const prefix = currentSealPrefix(this.settings.masterKeys);
    return this.database.transaction(async (tx) => {
      const rows = await tx.rows<SecretOwner & Record<string, string | null>>(
        `SELECT id, corporation_id AS "corporationId", ${sealedColumns.join(', ')} FROM webhooks.configuration
         WHERE ${sealedColumns.map(isOld).join(' OR ')} LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
        [prefix],
      );
      for (const row of rows) {
        const resealed = sealedColumns.map((column) => {
          const sealed = row[column];
          return sealed ? this.vault.seal(this.vault.open(sealed, column, row), column, row) : null;
        });
        await tx.rows(
          `UPDATE webhooks.configuration SET ${sealedColumns.map((column, i) => `${column} = $${i + 2}`).join(', ')} WHERE id = $1`,
          [row.id, ...resealed],
        );
      }
      return rows.length === batch;
    });
  }
}
