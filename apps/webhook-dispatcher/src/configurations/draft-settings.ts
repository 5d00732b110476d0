import { Injectable } from '@nestjs/common';
import type { ApiVersion, PayloadOf } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { openClientSecret, openHeaders } from './open-receiver.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import { CheckSettings } from './check-settings.js';
import type { ConfigurationRow, TokenSettings } from './configuration-row.js';

type Given = Omit<PayloadOf<'webhooks.edit'>['changes'], 'active'>;

/** The settings of a configuration with its secrets open, before they are checked and kept. */
interface Draft {
  name: string | null;
  url: string;
  description: string | null;
  payloadVersion: ApiVersion;
  standardHeaders: boolean;
  headers: string | null;
  oauth: (TokenSettings & { clientSecret: string | null }) | null;
}

@Injectable()
export class DraftSettings {
  constructor(
    private readonly vault: Vault,
    private readonly check: CheckSettings,
  ) {}

  /** Checked and sealed, in the order of `settingColumns`. What is not given stays as it was. */
  async columns(given: Given, owner: SecretOwner, before?: ConfigurationRow): Promise<unknown[]> {
    const draft = await this.draft(given, before);
    this.check.assertUsable(draft, { headersStay: given.sealedHeaders === undefined && given.oauth === undefined });
    const { name, url, description, payloadVersion, standardHeaders, headers, oauth } = draft;
    const { clientSecret = null, ...tokenSettings } = oauth ?? {};
    return [
      name,
      url,
      description,
      payloadVersion,
      standardHeaders,
      headers && this.vault.seal(headers, 'sealed_headers', owner),
      oauth && JSON.stringify(tokenSettings),
      clientSecret && this.vault.seal(clientSecret, 'sealed_client_secret', owner),
    ];
  }

  private async draft({ sealedHeaders, oauth, ...plain }: Given, before?: ConfigurationRow): Promise<Draft> {
    const kept = before && this.opened(before);
    const headers = sealedHeaders && (await this.vault.openSent(sealedHeaders));
    const token = oauth && (await this.token(oauth, kept?.oauth?.clientSecret ?? null));
    return { ...kept, ...plain, headers: given(headers, kept?.headers), oauth: given(token, kept?.oauth) } as Draft;
  }

  private opened(row: ConfigurationRow): Draft {
    const { name, url, description, payloadVersion, standardHeaders, oauth } = row;
    const clientSecret = openClientSecret(this.vault, row);
    const headers = openHeaders(this.vault, row);
    return { name, url, description, payloadVersion, standardHeaders, headers, oauth: oauth && { ...oauth, clientSecret } };
  }

  /** An empty client secret keeps the one before. */
  private async token({ sealedClientSecret, ...token }: NonNullable<Given['oauth']>, kept: string | null): Promise<Draft['oauth']> {
    const typed = sealedClientSecret === undefined ? '' : await this.vault.openSent(sealedClientSecret);
    return { ...token, clientSecret: typed === '' ? kept : typed };
  }
}

export const settingColumns = sql`name, url, description, payload_version, standard_headers, sealed_headers, oauth, sealed_client_secret`;

function given<T>(value: T | undefined, kept: T | undefined): T | null {
  return value === undefined ? (kept ?? null) : value;
}
