export interface KeyRing {
  /** The one that is used for what is new. */
  current: string;
  keys: ReadonlyMap<string, Uint8Array>;
}

const shortestKeyBytes = 32;

/** `id:base64url,id:base64url`: the first is used for what is new, the others still count for what is old. */
export function parseKeyRing(text: string): KeyRing {
  const entries = text.split(',').map((entry) => parseKey(entry.trim()));
  const keys = new Map(entries);
  if (keys.size < entries.length) throw new Error('must not give two keys one id');
  return { current: (entries[0] as [string, Uint8Array])[0], keys };
}

function parseKey(entry: string): [string, Uint8Array] {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9_-]+)$/.exec(entry) ?? [];
  if (!id || !encoded) throw new Error('must read id:base64url, separated by commas');
  const key = Buffer.from(encoded, 'base64url');
  if (key.length < shortestKeyBytes) throw new Error(`key ${id} must have at least ${shortestKeyBytes} bytes`);
  return [id, key];
}
