import { webhookType, type ApiVersion, type WebhookConfiguration } from '@vigia/contracts';
import type { TokenRequest } from '../sending/fetch-token.js';

/** What is kept of OAuth 2.0 in the clear. */
export type TokenSettings = Omit<TokenRequest, 'clientSecret'>;

export interface ConfigurationRow {
  id: string;
  corporationId: string;
  name: string | null;
  url: string;
  description: string | null;
  payloadVersion: ApiVersion;
  standardHeaders: boolean;
  activePlace: number | null;
  sealedSecretKey: string;
  sealedHeaders: string | null;
  oauth: TokenSettings | null;
  sealedClientSecret: string | null;
}

export const configurationColumns = `configuration.id, configuration.corporation_id AS "corporationId", name, url, description,
  configuration.payload_version AS "payloadVersion", standard_headers AS "standardHeaders", active_place AS "activePlace",
  sealed_secret_key AS "sealedSecretKey", sealed_headers AS "sealedHeaders", oauth, sealed_client_secret AS "sealedClientSecret"`;

export interface ShownRow extends ConfigurationRow {
  failuresInRow: number;
  failingSince: Date | null;
  succeeded: number;
  failed: number;
  pending: number;
  createdAt: Date;
  updatedAt: Date;
}

export function shownConfiguration(row: ShownRow, headerNames: string[]): WebhookConfiguration {
  const { id, name, url, description, payloadVersion, standardHeaders, activePlace, oauth } = row;
  const { failuresInRow, failingSince, succeeded, failed, pending, createdAt, updatedAt } = row;
  return {
    configurationId: id,
    type: webhookType,
    name,
    url,
    description,
    payloadVersion,
    standardHeaders,
    active: activePlace !== null,
    headerNames,
    oauth,
    health: { failuresInRow, failingSince: failingSince?.toISOString() ?? null },
    lastDay: { succeeded, failed, pending },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
