import { Inject, Injectable } from '@nestjs/common';
import { VigiaError } from '@vigia/contracts';
import { checkUrl, type AddressGuard } from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import { checkHeaders } from '../domain/header-rules.js';
import { guardOf, type WebhookDispatcherSettings } from '../settings.js';

interface Checked {
  url: string;
  /** The JSON text as it was typed. */
  headers: string | null;
  oauth: { tokenUrl: string; clientSecret: string | null } | null;
}

/** Refuses at once what no delivery could ever be made with, by the rules of the delivery itself. */
@Injectable()
export class CheckSettings {
  private readonly guard: AddressGuard;

  constructor(@Inject(SETTINGS) settings: WebhookDispatcherSettings) {
    this.guard = guardOf(settings);
  }

  /** Headers that were taken under an earlier rule stay as they were agreed until they, or OAuth, are set anew. */
  assertUsable({ url, headers, oauth }: Checked, { headersStay }: { headersStay: boolean }): void {
    this.assertUrl('url', url);
    if (oauth) {
      this.assertUrl('tokenUrl', oauth.tokenUrl);
      if (!oauth.clientSecret) throw refused('OAuth 2.0 needs a client secret');
    }
    const check = headers === null || headersStay ? undefined : checkHeaders(headers, { hasOAuth: oauth !== null });
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
