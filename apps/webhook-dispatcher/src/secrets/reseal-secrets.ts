import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { SETTINGS } from '@vigia/service-kit';
import { currentSealPrefix } from '../domain/secret-box.js';
import type { WebhookDispatcherSettings } from '../settings.js';
import { Vault, type SealedColumn, type SecretOwner } from './vault.js';

const batch = 100;

interface SealedRow extends SecretOwner {
  sealedSecretKey: string;
  sealedHeaders: string | null;
  sealedClientSecret: string | null;
}

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
      const rows = await tx.rows<SealedRow>(
        sql`SELECT id, corporation_id, sealed_secret_key, sealed_headers, sealed_client_secret FROM webhooks.configuration
         WHERE NOT starts_with(sealed_secret_key, $1) OR NOT starts_with(sealed_headers, $1) OR NOT starts_with(sealed_client_secret, $1)
         LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
        [prefix],
      );
      for (const row of rows) {
        const reseal = (sealed: string | null, column: SealedColumn) =>
          sealed && this.vault.seal(this.vault.open(sealed, column, row), column, row);
        await tx.rows(
          sql`UPDATE webhooks.configuration SET sealed_secret_key = $2, sealed_headers = $3, sealed_client_secret = $4 WHERE id = $1`,
          [
            row.id,
            reseal(row.sealedSecretKey, 'sealed_secret_key'),
            reseal(row.sealedHeaders, 'sealed_headers'),
            reseal(row.sealedClientSecret, 'sealed_client_secret'),
          ],
        );
      }
      return rows.length === batch;
    });
  }
}
