import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.js';

const secretBytes = 32;
const keyBytes = 12;

export interface HashedSecret {
  secretHash: Buffer;
  pepperId: string;
}

/** 256 random bits need no slow hash: they cannot be guessed, and a slow one could be used to exhaust the processor. */
export function newSecret(): { accessKey: string; accessSecret: string } {
  return { accessKey: `vk_${randomBytes(keyBytes).toString('hex')}`, accessSecret: `vs_${randomBytes(secretBytes).toString('base64url')}` };
}

export function hashSecret(secret: string, peppers: KeyRing): HashedSecret {
  return { secretHash: digest(secret, peppers, peppers.current), pepperId: peppers.current };
}

/** Takes the same time whether there is a stored secret or not. */
export function secretMatches(secret: string, stored: HashedSecret | undefined, peppers: KeyRing): boolean {
  const known = stored && peppers.keys.has(stored.pepperId) ? stored : undefined;
  const computed = digest(secret, peppers, known?.pepperId ?? peppers.current);
  return timingSafeEqual(computed, known?.secretHash ?? Buffer.alloc(computed.length)) && known !== undefined;
}

function digest(secret: string, peppers: KeyRing, pepperId: string): Buffer {
  return createHmac('sha256', peppers.keys.get(pepperId) ?? '')
    .update(secret)
    .digest();
}
