import { webhookType, type ApiVersion, type WebhookConfiguration } from '@vigia/contracts';
import { sql } from '@vigia/database';
import type { CustomHeaders } from '../domain/header-rules.js';
import { changeState } from '../domain/secret-change.js';
import type { SecretKeys } from '../domain/signature.js';
import type { Vault } from '../secrets/vault.js';
import type { TokenRequest } from '../sending/access-token.js';
import type { Receiver } from '../sending/receiver-client.js';

/** The settings of OAuth 2.0 that are stored unencrypted. */
export type TokenSettings = Omit<TokenRequest, 'clientSecret'>;

export interface SecretsRow {
  id: string;
  corporationId: string;
  sealedSecretKey: string;
  /** Valid beside the signing key during a change of secrets. */
  sealedOtherKey: string | null;
}

/** The columns of a configuration that an attempt needs. */
export interface ReceiverRow extends SecretsRow {
  url: string;
  standardHeaders: boolean;
  /** Numbers of the secrets that sign an attempt: the first one signs `X-Service-Signature`, each of them signs `webhook-signature`. */
  signedBy: number[];
  sealedHeaders: string | null;
  oauth: TokenSettings | null;
  sealedClientSecret: string | null;
}

/** The old secret ends at its time, even if nothing has deleted it yet. */
const otherIsValid = sql`(other_until IS NULL OR other_until > now())`;
export const otherKey = sql`CASE WHEN ${otherIsValid} THEN sealed_other_key END`;
export const otherNumber = sql`CASE WHEN ${otherIsValid} THEN other_number END`;
export const signedBy = sql`array_remove(ARRAY[secret_number, CASE WHEN standard_headers THEN ${otherNumber} END], NULL)`;

export const receiverColumns = sql`configuration.id, configuration.corporation_id, url, standard_headers,
  sealed_secret_key, ${otherKey} AS sealed_other_key, ${signedBy} AS signed_by, sealed_headers, oauth, sealed_client_secret`;

/** The same columns as keys and values of a JSON object. */
export const receiverJson = sql`'id', configuration.id, 'corporationId', configuration.corporation_id, 'url', url,
  'standardHeaders', standard_headers, 'sealedSecretKey', sealed_secret_key,
  'sealedOtherKey', ${otherKey}, 'signedBy', ${signedBy}, 'sealedHeaders', sealed_headers, 'oauth', oauth,
  'sealedClientSecret', sealed_client_secret`;

export interface ConfigurationRow extends ReceiverRow {
  name: string | null;
  description: string | null;
  payloadVersion: ApiVersion;
  activePlace: number | null;
  secretNumber: number;
  otherNumber: number | null;
  updatedAt: Date;
}

export const configurationColumns = sql`${receiverColumns}, name, description, configuration.payload_version,
  active_place, secret_number, ${otherNumber} AS other_number, configuration.updated_at`;

/** Another millisecond than before, since an edit may name the one that its sender saw. */
export const updatedNow = sql`greatest(now(), updated_at + interval '1 millisecond')`;

export interface ShownRow extends ConfigurationRow {
  failuresInRow: number;
  failingSince: Date | null;
  warnedAt: Date | null;
  secretChangedAt: Date | null;
  otherUntil: Date | null;
  createdAt: Date;
}

export function shownConfiguration(row: ShownRow, lastDay: WebhookConfiguration['lastDay'], headerNames: string[]): WebhookConfiguration {
  const { id, name, url, description, payloadVersion, standardHeaders, activePlace, oauth } = row;
  const { failuresInRow, failingSince, warnedAt, createdAt, updatedAt } = row;
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
    health: { failuresInRow, failingSince: failingSince?.toISOString() ?? null, warnedAt: warnedAt?.toISOString() ?? null },
    lastDay,
    secret: { number: row.secretNumber, change: shownChange(row) },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function shownChange({
  secretNumber,
  otherNumber: other,
  secretChangedAt,
  otherUntil,
}: ShownRow): WebhookConfiguration['secret']['change'] {
  const state = changeState({ signing: secretNumber, other });
  if (state === 'none' || other === null || !secretChangedAt) return null;
  return { state, otherNumber: other, since: secretChangedAt.toISOString(), until: otherUntil?.toISOString() ?? null };
}

export function openHeaders(vault: Vault, row: ReceiverRow): string | null {
  return row.sealedHeaders && vault.open(row.sealedHeaders, 'sealed_headers', row);
}

function openClientSecret(vault: Vault, row: ReceiverRow): string | null {
  return row.sealedClientSecret && vault.open(row.sealedClientSecret, 'sealed_client_secret', row);
}

/** The signing one comes first. */
export function openSecretKeys(vault: Vault, row: SecretsRow): SecretKeys {
  const signing = vault.open(row.sealedSecretKey, 'sealed_secret_key', row);
  return row.sealedOtherKey ? [signing, vault.open(row.sealedOtherKey, 'sealed_other_key', row)] : [signing];
}

export function openReceiver(vault: Vault, row: ReceiverRow): Receiver {
  return {
    url: row.url,
    secretKeys: openSecretKeys(vault, row),
    headers: JSON.parse(openHeaders(vault, row) ?? '{}') as CustomHeaders,
    standardHeaders: row.standardHeaders,
    oauth: row.oauth && { ...row.oauth, clientSecret: openClientSecret(vault, row) ?? '' },
  };
}
