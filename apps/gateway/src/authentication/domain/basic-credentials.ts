const longestHeader = 1024;

export interface BasicCredentials {
  accessKey: string;
  accessSecret: string;
}

/** `Basic base64(accessKey:accessSecret)`, or undefined for anything else. */
export function parseBasic(header: string): BasicCredentials | undefined {
  const [, encoded] = header.length <= longestHeader ? (/^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []) : [];
  if (!encoded) return undefined;
  // The alphabet of our own access keys: whatever else stands there cannot be one, and need not be looked for.
  const [, accessKey, accessSecret] = /^([A-Za-z0-9_-]{1,64}):(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return accessKey && accessSecret ? { accessKey, accessSecret } : undefined;
}
