import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BasicCredentials } from '@vigia/contracts';
import type { GatewaySettings } from '../../settings.js';

type Peppers = GatewaySettings['secretPeppers'];

const longestHeader = 1024;

/** `Basic base64(accessKey:accessSecret)`, or undefined for anything else. */
export function parseBasic(header: string): BasicCredentials | undefined {
  const [, encoded] = header.length <= longestHeader ? (/^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []) : [];
  if (!encoded) return undefined;
  // The alphabet of our own access keys: other values cannot be a key and need no look-up.
  const [, accessKey, accessSecret] = /^([A-Za-z0-9_-]{1,64}):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return accessKey && accessSecret ? { accessKey, accessSecret } : undefined;
}

const secretBytes = 32;
const keyBytes = 12;

export interface HashedSecret {
  secretHash: Buffer;
  pepperId: string;
}

/** A secret of 256 random bits needs no slow hash: it cannot be guessed, and an attacker could use a slow hash to exhaust the processor. */
export function newSecret(): BasicCredentials {
  return { accessKey: `vk_${randomBytes(keyBytes).toString('hex')}`, accessSecret: `vs_${randomBytes(secretBytes).toString('base64url')}` };
}

export function hashSecret(secret: string, peppers: Peppers): HashedSecret {
  return { secretHash: digest(secret, peppers, peppers.current), pepperId: peppers.current };
}

/** Takes the same time whether or not there is a stored secret. */
export function secretMatches(secret: string, stored: HashedSecret | undefined, peppers: Peppers): boolean {
  const known = stored && peppers.keys.has(stored.pepperId) ? stored : undefined;
  const computed = digest(secret, peppers, known?.pepperId ?? peppers.current);
  return timingSafeEqual(computed, known?.secretHash ?? Buffer.alloc(computed.length)) && known !== undefined;
}

function digest(secret: string, peppers: Peppers, pepperId: string): Buffer {
  return createHmac('sha256', peppers.keys.get(pepperId) ?? '')
    .update(secret)
    .digest();
}
