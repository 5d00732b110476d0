import { webhookType, type ApiVersion, type WebhookConfiguration } from '@vigia/contracts';
import { sql } from '@vigia/database';
import type { CustomHeaders } from '../domain/header-rules.js';
import type { Vault } from '../secrets/vault.js';
import type { TokenRequest } from '../sending/access-token.js';
import type { Receiver } from '../sending/receiver-client.js';

/** The settings of OAuth 2.0 that are stored in the clear. */
export type TokenSettings = Omit<TokenRequest, 'clientSecret'>;

/** What an attempt needs of a configuration. */
export interface ReceiverRow {
  id: string;
  corporationId: string;
  url: string;
  standardHeaders: boolean;
  sealedSecretKey: string;
  sealedHeaders: string | null;
  oauth: TokenSettings | null;
  sealedClientSecret: string | null;
}

export const receiverColumns = sql`configuration.id, configuration.corporation_id, url, standard_headers,
  sealed_secret_key, sealed_headers, oauth, sealed_client_secret`;

/** The same columns as keys and values of a JSON object. */
export const receiverJson = sql`'id', configuration.id, 'corporationId', configuration.corporation_id, 'url', url,
  'standardHeaders', standard_headers, 'sealedSecretKey', sealed_secret_key, 'sealedHeaders', sealed_headers, 'oauth', oauth,
  'sealedClientSecret', sealed_client_secret`;

export interface ConfigurationRow extends ReceiverRow {
  name: string | null;
  description: string | null;
  payloadVersion: ApiVersion;
  activePlace: number | null;
}

export const configurationColumns = sql`${receiverColumns}, name, description, configuration.payload_version,
  active_place`;

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

export function openHeaders(vault: Vault, row: ReceiverRow): string | null {
  return row.sealedHeaders && vault.open(row.sealedHeaders, 'sealed_headers', row);
}

export function openClientSecret(vault: Vault, row: ReceiverRow): string | null {
  return row.sealedClientSecret && vault.open(row.sealedClientSecret, 'sealed_client_secret', row);
}

export function openReceiver(vault: Vault, row: ReceiverRow): Receiver {
  return {
    url: row.url,
    secretKey: vault.open(row.sealedSecretKey, 'sealed_secret_key', row),
    headers: JSON.parse(openHeaders(vault, row) ?? '{}') as CustomHeaders,
    standardHeaders: row.standardHeaders,
    oauth: row.oauth && { ...row.oauth, clientSecret: openClientSecret(vault, row) ?? '' },
  };
}
