import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { VigiaError, type ApiVersion, type ErrorParams, type PayloadOf } from '@vigia/contracts';
import { sql } from '@vigia/database';
import { checkUrl, type AddressGuard } from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import { checkHeaders } from '../domain/header-rules.js';
import { Vault, type SealedColumn, type SecretOwner } from '../secrets/vault.js';
import { guardOf, type WebhookDispatcherSettings } from '../settings.js';
import type { ConfigurationRow, TokenSettings } from './configuration-row.js';

type Changes = PayloadOf<'webhooks.edit'>['changes'];
type Given = Omit<Changes, 'active'>;

/** The settings of a configuration, before they are checked and stored. */
interface Draft {
  name: string | null;
  url: string;
  description: string | null;
  payloadVersion: ApiVersion;
  standardHeaders: boolean;
  sealedHeaders: string | null;
  oauth: TokenSettings | null;
  sealedClientSecret: string | null;
}

interface Editing {
  /** Absent for a new configuration. */
  before?: ConfigurationRow;
  isSwitchedOn: boolean;
}

/** Which settings stay unchanged, and whether deliveries start to be sent with all of them. */
type Staying = Record<'url' | 'oauth' | 'headers' | 'isSwitchedOn', boolean>;

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

  /** Checked and sealed, in the order of `settingColumns`. A setting that is not given stays unchanged. */
  async columns(given: Given, owner: SecretOwner, { before, isSwitchedOn }: Editing): Promise<unknown[]> {
    const draft = await this.draft(given, owner, before);
    this.assertUsable(
      { ...draft, ...owner },
      {
        url: given.url === undefined && !isSwitchedOn,
        oauth: given.oauth === undefined && !isSwitchedOn,
        headers: given.sealedHeaders === undefined && given.oauth === undefined,
        isSwitchedOn,
      },
    );
    if (before) assertGivenAgain(draft, before);
    const { name, url, description, payloadVersion, standardHeaders, sealedHeaders, oauth, sealedClientSecret } = draft;
    return [name, url, description, payloadVersion, standardHeaders, sealedHeaders, oauth && JSON.stringify(oauth), sealedClientSecret];
  }

  /** Whether the configuration already is as these changes would make it. */
  async isAlready({ active, sealedHeaders, oauth, ...plain }: Changes, row: ConfigurationRow): Promise<boolean> {
    const { sealedClientSecret: sent, ...token } = oauth ?? {};
    const headers = sealedHeaders && (await this.vault.openSent(sealedHeaders));
    const clientSecret = sent && (await this.vault.openSent(sent));
    return (
      isDeepStrictEqual({ ...row, ...plain }, row) &&
      (active === undefined || active === (row.activePlace !== null)) &&
      (headers === undefined || headers === this.opened(row.sealedHeaders, 'sealed_headers', row)) &&
      (oauth === undefined || isDeepStrictEqual(oauth && token, row.oauth)) &&
      (!clientSecret || clientSecret === this.opened(row.sealedClientSecret, 'sealed_client_secret', row))
    );
  }

  /** A secret that is not given stays sealed, even if it cannot be opened. An empty client secret keeps the stored one. */
  private async draft({ sealedHeaders, oauth, ...plain }: Given, owner: SecretOwner, before?: ConfigurationRow): Promise<Draft> {
    const { sealedClientSecret: sent, ...token } = oauth ?? {};
    const clientSecret = (sent !== undefined && (await this.sealedHere(sent, 'sealed_client_secret', owner))) || before?.sealedClientSecret;
    const headers = sealedHeaders && (await this.sealedHere(sealedHeaders, 'sealed_headers', owner));
    return {
      ...before,
      ...plain,
      sealedHeaders: given(headers, before?.sealedHeaders),
      oauth: given(oauth && (token as TokenSettings), before?.oauth),
      sealedClientSecret: oauth === null ? null : (clientSecret ?? null),
    } as Draft;
  }

  private async sealedHere(sent: string, column: SealedColumn, owner: SecretOwner): Promise<string> {
    const secret = await this.vault.openSent(sent);
    return secret && this.vault.seal(secret, column, owner);
  }

  /**
   * Refuses settings with which no delivery could be made, by the same rules as deliveries. A setting that an earlier rule allowed stays
   * valid until it is set again. Headers are also checked again when OAuth is set, and addresses when the configuration is switched on. A
   * configuration can always be switched off. Headers and a client secret that can no longer be opened must be given again before it is
   * switched on, one by one or together.
   */
  private assertUsable(draft: Draft & SecretOwner, stays: Staying): void {
    const { url, oauth, sealedClientSecret } = draft;
    if (!stays.url) this.assertUrl('url', url);
    if (oauth && !stays.oauth) {
      this.assertUrl('tokenUrl', oauth.tokenUrl);
      if (!sealedClientSecret) throw refused('OAuth 2.0 needs a client secret');
      if (this.opened(sealedClientSecret, 'sealed_client_secret', draft) === undefined)
        throw refused('the client secret cannot be read any more: give it again');
    }
    const headers = this.opened(draft.sealedHeaders, 'sealed_headers', draft);
    if (headers === undefined && stays.isSwitchedOn) throw refused('the headers cannot be read any more: give them again');
    const check = stays.headers || typeof headers !== 'string' ? undefined : checkHeaders(headers, { hasOAuth: oauth !== null });
    if (check?.ok === false) throw refused(check.reason);
  }

  /** Undefined if it can no longer be opened. */
  private opened(sealed: string | null, column: SealedColumn, owner: SecretOwner): string | null | undefined {
    try {
      return sealed && this.vault.open(sealed, column, owner);
    } catch {
      return undefined;
    }
  }

  private assertUrl(field: string, url: string): void {
    const check = checkUrl(url, this.guard);
    if (!check.ok) throw refused(`${field}: ${check.reason}`, { field, rule: check.rule });
  }
}

/**
 * Stored secrets go only to the servers for which they were given: a person who may edit the addresses would otherwise receive secrets that
 * are never shown. A new seal differs from the stored one, even of the same secret.
 */
function assertGivenAgain({ url, oauth, sealedHeaders, sealedClientSecret }: Draft, before: ConfigurationRow): void {
  const hasMoved = !isSameServer(url, before.url);
  if (hasMoved && sealedHeaders && sealedHeaders === before.sealedHeaders)
    throw refused('url: another server gets the headers only if you give them again, or remove them', {
      field: 'url',
      rule: 'headersAgain',
    });
  if (!oauth || !before.oauth || sealedClientSecret !== before.sealedClientSecret) return;
  const field = isSameServer(oauth.tokenUrl, before.oauth.tokenUrl) ? 'url' : 'tokenUrl';
  // A receiver gets the tokens that the client secret buys.
  if (hasMoved || field === 'tokenUrl')
    throw refused(`${field}: for another server, give the client secret again`, { field, rule: 'secretAgain' });
}

function isSameServer(url: string, before: string): boolean {
  return url === before || new URL(url).origin === new URL(before).origin;
}

function refused(detail: string, fault?: Pick<ErrorParams<'bad_request'>, 'field' | 'rule'>): VigiaError {
  return VigiaError.of('bad_request', { detail, ...fault });
}

function given<T>(value: T | undefined, stored: T | undefined): T | null {
  return value === undefined ? (stored ?? null) : value;
}
