import ipaddr from 'ipaddr.js';

/** Addresses and networks separated by commas. The server would only throw when it is made, without naming the setting. */
export function parseNetworks(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.every(isNetwork)) throw new Error('must be addresses or networks such as 10.0.0.0/8, separated by commas');
  return entries;
}

/** ipaddr.js also reads "10/8" and "0x0a.0/8", which mean something else to most readers. */
function isNetwork(entry: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return IPv4.isValidFourPartDecimal(entry) || IPv4.isValidCIDRFourPartDecimal(entry) || IPv6.isValid(entry) || IPv6.isValidCIDR(entry);
}
