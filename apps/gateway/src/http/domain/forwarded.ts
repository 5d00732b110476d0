import ipaddr from 'ipaddr.js';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The last entry of either header is the proxy's own; the entries before it are what its client wrote, which may be anything. The server reads
 * all of them, and skips addresses that are themselves trusted. So only the last entries are kept, before anything reads the headers: a call
 * came by TLS or not, and the address is valid, in one spelling and without a port.
 */
export function putForwardedRight(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-proto': protocols, 'x-forwarded-for': addresses } = headers;
  if (protocols !== undefined) headers['x-forwarded-proto'] = lastOf(protocols).toLowerCase() === 'https' ? 'https' : 'http';
  // If the proxy names no address, the call counts as a call of the proxy.
  if (addresses !== undefined) headers['x-forwarded-for'] = addressIn(lastOf(addresses)) ?? '';
}

function lastOf(header: string | string[]): string {
  const entries = String(header)
    .split(',')
    .map((entry) => entry.trim());
  return entries.findLast((entry) => entry !== '') ?? '';
}

function addressIn(entry: string): string | undefined {
  const { IPv4, IPv6 } = ipaddr;
  const address = entry.replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return IPv4.isValidFourPartDecimal(address) || IPv6.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
