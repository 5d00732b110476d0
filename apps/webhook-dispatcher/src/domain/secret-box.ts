import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PlainError } from '@vigia/contracts';
import type { WebhookDispatcherSettings } from '../settings.js';

const algorithm = 'aes-256-gcm';
const format = 'v1';
const nonceBytes = 12;

/** The current key seals; all of them open. */
type MasterKeys = WebhookDispatcherSettings['masterKeys'];

/** `boundTo` names the column and the row, and is authenticated: a sealed text that is copied elsewhere cannot be opened there. */
export function seal(text: string, boundTo: string, { current, keys }: MasterKeys): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keys.get(current)!, nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [format, current, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(':');
}

export function unseal(sealed: string, boundTo: string, { keys }: MasterKeys): string {
  const [, id = '', ...parts] = sealed.split(':');
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = keys.get(id);
  if (!key) throw new PlainError(`a secret is sealed with the key ${id}, which is not among the master keys`);
  if (!nonce || !tag || !text) throw new PlainError('a sealed secret is malformed');
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(boundTo)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Every text that is sealed with the current key begins like this. */
export function currentSealPrefix({ current }: MasterKeys): string {
  return `${format}:${current}:`;
}
