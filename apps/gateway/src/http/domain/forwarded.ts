import ipaddr from 'ipaddr.js';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * A trusted proxy may forward what its client wrote, or add a port to an address, and the server uses both headers unchanged. So they are
 * normalized before anything reads them: a call came by TLS or not, and each address is valid and in one spelling.
 */
export function putForwardedRight(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-proto': protocols, 'x-forwarded-for': addresses } = headers;
  if (protocols !== undefined) headers['x-forwarded-proto'] = entriesOf(protocols).at(-1)?.toLowerCase() === 'https' ? 'https' : 'http';
  if (addresses !== undefined) {
    const read = entriesOf(addresses).map(addressIn);
    // If a proxy names no address, the call counts as a call of the proxy.
    headers['x-forwarded-for'] = read.slice(read.lastIndexOf(undefined) + 1).join(', ');
  }
}

function entriesOf(header: string | string[]): string[] {
  return String(header)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function addressIn(entry: string): string | undefined {
  const { IPv4, IPv6 } = ipaddr;
  const address = entry.replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return IPv4.isValidFourPartDecimal(address) || IPv6.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
