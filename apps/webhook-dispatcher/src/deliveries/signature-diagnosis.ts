import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { diagnoseSignature, type SignatureFinding } from '../domain/signature.js';
import { Vault } from '../secrets/vault.js';

interface Key {
  id: string;
  corporationId: string;
  sealed: string;
  /** The body of the delivery; null once it is purged. */
  body: Buffer | null;
  isOwn: boolean;
}

@Injectable()
export class SignatureDiagnosis {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async finding({ corporationId, deliveryId, signature, receivedBody }: PayloadOf<'webhooks.diagnose'>): Promise<SignatureFinding> {
    const keys = await this.database.rows<Key>(
      sql`SELECT configuration.id, configuration.corporation_id, sealed_secret_key AS sealed, body,
         configuration.id = configuration_id AS is_own
       FROM webhooks.delivery JOIN webhooks.payload ON payload.trigger_id = delivery.trigger_id AND version = delivery.payload_version
         JOIN webhooks.configuration ON configuration.corporation_id = delivery.corporation_id
       WHERE delivery.id = $1 AND delivery.corporation_id = $2`,
      [deliveryId, corporationId],
    );
    const own = keys.find(({ isOwn }) => isOwn);
    if (!own) throw VigiaError.of('not_found');
    if (!own.body) throw VigiaError.of('payload_purged');
    const open = (key: Key) => this.vault.open(key.sealed, 'sealed_secret_key', key);
    return diagnoseSignature({
      claimed: signature,
      body: own.body,
      secretKey: open(own),
      otherSecretKeys: keys.filter(({ isOwn }) => !isOwn).map(open),
      ...(receivedBody !== undefined && { receivedBody: Buffer.from(receivedBody, 'base64') }),
    });
  }
}
