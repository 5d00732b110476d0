import type { CustomHeaders } from '../domain/header-rules.js';
import type { ReceiverRow } from './configuration-row.js';
import type { Receiver } from '../sending/receiver-client.js';
import type { Vault } from '../secrets/vault.js';

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
