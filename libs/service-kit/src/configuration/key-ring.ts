import { secret, type Setting } from './setting.js';

export interface KeyRing {
  /** The id of the key for new values. */
  current: string;
  keys: ReadonlyMap<string, Uint8Array>;
}

interface Size {
  /** The number of bytes of every key; without it, 32 or more. */
  exactly?: number;
}

const shortestKeyBytes = 32;

export function keyRing(name: string, about: string, size: Size = {}): Setting<KeyRing> {
  const ofSize = size.exactly ? ` of ${size.exactly} bytes` : '';
  return {
    ...secret(name, about),
    takes: `\`id:base64url\`${ofSize}, separated by commas, newest first`,
    parse: (text) => parseKeyRing(text, size),
  };
}

/** `id:base64url,id:base64url`: the first key is used for new values, the others remain valid for old ones. */
export function parseKeyRing(text: string, size: Size = {}): KeyRing {
  const entries = text.split(',').map((entry) => parseKey(entry.trim(), size));
  const keys = new Map(entries);
  if (keys.size < entries.length) throw new Error('must not give two keys one id');
  return { current: entries[0]![0], keys };
}

function parseKey(entry: string, { exactly }: Size): [string, Uint8Array] {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9_-]+)$/.exec(entry) ?? [];
  if (!id || !encoded) throw new Error('must read id:base64url, separated by commas');
  const key = Buffer.from(encoded, 'base64url');
  if (exactly !== undefined && key.length !== exactly) throw new Error(`key ${id} must have exactly ${exactly} bytes`);
  if (key.length < shortestKeyBytes) throw new Error(`key ${id} must have at least ${shortestKeyBytes} bytes`);
  return [id, key];
}
