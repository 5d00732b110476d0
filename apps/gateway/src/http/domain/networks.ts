import { isIP } from 'node:net';

const longestPrefix: Record<number, number> = { 4: 32, 6: 128 };

/** Addresses and networks separated by commas. The server would only throw when it is made, without naming the setting. */
export function parseNetworks(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every(isNetwork)) throw new Error('must be addresses or networks such as 10.0.0.0/8, separated by commas');
  return entries;
}

function isNetwork(entry: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(entry) ?? [];
  return Number(prefix) <= (longestPrefix[isIP(address)] ?? -1);
}
