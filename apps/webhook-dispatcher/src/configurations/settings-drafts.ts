import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type ApiVersion, type PayloadOf } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { checkUrl, type AddressGuard } from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import { checkHeaders } from '../domain/header-rules.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import { guardOf, type WebhookDispatcherSettings } from '../settings.js';
import { openClientSecret, openHeaders, type ConfigurationRow, type TokenSettings } from './configuration-row.js';

type Given = Omit<PayloadOf<'webhooks.edit'>['changes'], 'active'>;

/** The settings of a configuration with its secrets open, before they are checked and stored. */
interface Draft {
  name: string | null;
  url: string;
  description: string | null;
  payloadVersion: ApiVersion;
  standardHeaders: boolean;
  /** The JSON text that a user typed. */
  headers: string | null;
  oauth: (TokenSettings & { clientSecret: string | null }) | null;
}

interface Editing {
  /** Absent where the configuration is new. */
  before?: ConfigurationRow;
  isSwitchedOn: boolean;
}

/** Which settings stay as they are. */
type Staying = Record<'url' | 'oauth' | 'headers', boolean>;

export const settingColumns = sql`name, url, description, payload_version, standard_headers, sealed_headers, oauth, sealed_client_secret`;

@Injectable()
export class SettingsDrafts {
  private readonly guard: AddressGuard;

  constructor(
    private readonly vault: Vault,
    @Inject(SETTINGS) settings: WebhookDispatcherSettings,
  ) {
    this.guard = guardOf(settings);
  }

  /** Checked and sealed, in the order of `settingColumns`. A setting that is not given stays as it was. */
  async columns(given: Given, owner: SecretOwner, { before, isSwitchedOn }: Editing): Promise<unknown[]> {
    const draft = await this.draft(given, before);
    this.assertUsable(draft, {
      url: given.url === undefined && !isSwitchedOn,
      oauth: given.oauth === undefined && !isSwitchedOn,
      headers: given.sealedHeaders === undefined && given.oauth === undefined,
    });
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
    const stored = before && this.opened(before);
    const headers = sealedHeaders && (await this.vault.openSent(sealedHeaders));
    const token = oauth && (await this.token(oauth, stored?.oauth?.clientSecret ?? null));
    return { ...stored, ...plain, headers: given(headers, stored?.headers), oauth: given(token, stored?.oauth) } as Draft;
  }

  private opened(row: ConfigurationRow): Draft {
    const { name, url, description, payloadVersion, standardHeaders, oauth } = row;
    const clientSecret = openClientSecret(this.vault, row);
    const headers = openHeaders(this.vault, row);
    return { name, url, description, payloadVersion, standardHeaders, headers, oauth: oauth && { ...oauth, clientSecret } };
  }

  /** An empty client secret keeps the stored one. */
  private async token({ sealedClientSecret, ...token }: NonNullable<Given['oauth']>, stored: string | null): Promise<Draft['oauth']> {
    const typed = sealedClientSecret === undefined ? '' : await this.vault.openSent(sealedClientSecret);
    return { ...token, clientSecret: typed === '' ? stored : typed };
  }

  /**
   * Refuses at once, by the rules of deliveries, settings that no delivery could be made with. What an earlier rule allowed stays valid until
   * it is set again, headers also until OAuth is, and addresses until the configuration is switched on: it can always be switched off.
   */
  private assertUsable({ url, headers, oauth }: Draft, stays: Staying): void {
    if (!stays.url) this.assertUrl('url', url);
    if (oauth && !stays.oauth) {
      this.assertUrl('tokenUrl', oauth.tokenUrl);
      if (!oauth.clientSecret) throw refused('OAuth 2.0 needs a client secret');
    }
    const check = headers === null || stays.headers ? undefined : checkHeaders(headers, { hasOAuth: oauth !== null });
    if (check?.ok === false) throw refused(check.reason);
  }

  private assertUrl(field: string, url: string): void {
    const check = checkUrl(url, this.guard);
    if (!check.ok) throw refused(`${field}: ${check.reason}`);
  }
}

function refused(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}

function given<T>(value: T | undefined, stored: T | undefined): T | null {
  return value === undefined ? (stored ?? null) : value;
}
