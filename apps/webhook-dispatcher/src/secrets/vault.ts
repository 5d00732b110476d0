import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { envelopeOfSeed, type SecretEnvelope } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { currentSealPrefix, seal, unseal } from '../domain/secret-box.js';
import type { WebhookDispatcherSettings } from '../settings.js';

export type SealedColumn = 'sealed_secret_key' | 'sealed_other_key' | 'sealed_headers' | 'sealed_client_secret';

export interface SecretOwner {
  id: string;
  corporationId: string;
}

/** Seals and opens the secrets of configurations. No other code does. */
@Injectable()
export class Vault {
  private readonly envelopes: Promise<SecretEnvelope[]>;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<WebhookDispatcherSettings, 'masterKeys'>) {
    const seeds = [...settings.masterKeys.keys.values()].map((key) => hkdfSync('sha256', key, '', 'vigia webhook envelopes', 32));
    this.envelopes = Promise.all(seeds.map((seed) => envelopeOfSeed(new Uint8Array(seed))));
  }

  seal(secret: string, column: SealedColumn, owner: SecretOwner): string {
    return seal(secret, boundTo(column, owner), this.settings.masterKeys);
  }

  open(sealed: string, column: SealedColumn, owner: SecretOwner): string {
    return unseal(sealed, boundTo(column, owner), this.settings.masterKeys);
  }

  async sealTo(): Promise<string> {
    const [current] = await this.envelopes;
    return current!.sealTo;
  }

  /**
   * Opens a secret that a sender sealed to `sealTo`, which may belong to this replica or to one whose current key is another of the same
   * keys.
   */
  async openSent(sealed: string): Promise<string> {
    for (const envelope of await this.envelopes) {
      const opened = await envelope.open(sealed).catch(() => undefined);
      if (opened !== undefined) return opened;
    }
    throw VigiaError.of('bad_request', { detail: 'a secret is not sealed to the key of this service' });
  }
}

function boundTo(column: SealedColumn, { id, corporationId }: SecretOwner): string {
  return `webhooks.configuration|${column}|${id}|${corporationId}`;
}

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
