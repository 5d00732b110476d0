import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { envelopeOfSeed, type SecretEnvelope } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { seal, unseal } from '../domain/secret-box.js';
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
