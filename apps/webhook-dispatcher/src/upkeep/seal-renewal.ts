import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { currentSealPrefix } from '../domain/secret-box.js';
import { Vault, type SealedColumn, type SecretOwner } from '../secrets/vault.js';
import type { WebhookDispatcherSettings } from '../settings.js';

const batch = 100;

interface SealedRow extends SecretOwner {
  sealedSecretKey: string;
  sealedOtherKey: string | null;
  sealedHeaders: string | null;
  sealedClientSecret: string | null;
}

/**
 * Seals secrets again with the first key, so that the operator can remove an older one from the setting. A restored older backup needs the
 * older key again.
 */
@Injectable()
export class SealRenewal {
  /** The last configuration of this round. One whose secrets cannot be opened delays none of the following. */
  private last: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async renew(): Promise<boolean> {
    const prefix = currentSealPrefix(this.settings.masterKeys);
    const rows = await this.database.transaction(async (tx) => {
      const found = await tx.rows<SealedRow>(
        sql`SELECT id, corporation_id, sealed_secret_key, sealed_other_key, sealed_headers, sealed_client_secret FROM webhooks.configuration
         WHERE (NOT starts_with(sealed_secret_key, $1) OR NOT starts_with(sealed_other_key, $1) OR NOT starts_with(sealed_headers, $1)
           OR NOT starts_with(sealed_client_secret, $1)) AND ($2::uuid IS NULL OR id > $2::uuid)
         ORDER BY id LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED`,
        [prefix, this.last],
      );
      for (const row of found) {
        const sealed = this.sealedAgain(row);
        if (!sealed) continue;
        await tx.rows(
          sql`UPDATE webhooks.configuration SET sealed_secret_key = $2, sealed_other_key = $3, sealed_headers = $4, sealed_client_secret = $5
           WHERE id = $1`,
          [row.id, ...sealed],
        );
      }
      return found;
    });
    this.last = rows.length === batch ? rows.at(-1)!.id : undefined;
    return this.last !== undefined;
  }

  private sealedAgain(row: SealedRow): (string | null)[] | undefined {
    const again = (sealed: string | null, column: SealedColumn) =>
      sealed && this.vault.seal(this.vault.open(sealed, column, row), column, row);
    try {
      return [
        again(row.sealedSecretKey, 'sealed_secret_key'),
        again(row.sealedOtherKey, 'sealed_other_key'),
        again(row.sealedHeaders, 'sealed_headers'),
        again(row.sealedClientSecret, 'sealed_client_secret'),
      ];
    } catch (error) {
      this.logger.error({ err: error, configurationId: row.id }, 'secrets cannot be opened, and are not sealed again');
      return undefined;
    }
  }
}
