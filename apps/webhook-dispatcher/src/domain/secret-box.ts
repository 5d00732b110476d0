import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PlainError } from '@vigia/contracts';

const algorithm = 'aes-256-gcm';
const format = 'v1';
const nonceBytes = 12;
const keyBytes = 32;

/** The first key seals; all of them open. */
type MasterKeys = ReadonlyMap<string, Buffer>;

/** `id:base64url`, separated by commas. */
export function parseMasterKeys(text: string): MasterKeys {
  const entries = text.split(',').map((entry): [string, Buffer] => {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9_-]+)$/.exec(entry.trim()) ?? [];
    if (!id || !encoded) throw new Error('must read id:base64url, separated by commas');
    const key = Buffer.from(encoded, 'base64url');
    if (key.length !== keyBytes) throw new Error(`key ${id} must have exactly ${keyBytes} bytes`);
    return [id, key];
  });
  const keys = new Map(entries);
  if (keys.size < entries.length) throw new Error('must not give two keys one id');
  return keys;
}

/** `boundTo` names the column and the row, and is authenticated: a sealed text that is copied elsewhere cannot be opened there. */
export function seal(text: string, boundTo: string, keys: MasterKeys): string {
  const [[id, key]] = [...keys] as [[string, Buffer]];
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [format, id, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(':');
}

export function unseal(sealed: string, boundTo: string, keys: MasterKeys): string {
  const [, id = '', ...parts] = sealed.split(':');
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  const key = keys.get(id);
  if (!key) throw new PlainError(`a secret is sealed with the key ${id}, which is not among the master keys`);
  if (!nonce || !tag || !text) throw new PlainError('a sealed secret is malformed');
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(boundTo)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Every text that is sealed with the current key begins like this. */
export function currentSealPrefix(keys: MasterKeys): string {
  return `${format}:${[...keys.keys()][0]}:`;
}
