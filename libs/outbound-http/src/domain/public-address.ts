import ipaddr from 'ipaddr.js';
import type { AddressGuard } from './address-guard.js';

const globalIPv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public by every range table, yet answers only inside Azure and hands out credentials there. */
const azureWireServer = '168.63.129.16';

/** Everything that is not surely a public unicast address counts as private, also text that is no address. */
export function isPublicAddress(ip: string, guard: AddressGuard): boolean {
  const address = parseAddress(ip);
  if (!address) return false;
  return isIn(guard.exceptions, address) || isGlobalUnicast(address);
}

export function isException(ip: string, guard: AddressGuard): boolean {
  const address = parseAddress(ip);
  return address !== undefined && isIn(guard.exceptions, address);
}

export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

function isGlobalUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  // ipaddr.js also calls ::7f00:1 and ::5efe:7f00:1 unicast; only 2000::/3 is ever routed.
  return isIPv4(address) ? address.toString() !== azureWireServer : address.match(globalIPv6);
}

function isIn(blocks: AddressGuard['exceptions'], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return blocks.some(([network, prefixBits]) => network.kind() === address.kind() && address.match([network, prefixBits]));
}

function isIPv4(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4';
}

/** Strict: sockets and the URL parser only produce the canonical spellings, so another one is a trick. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return undefined;
}
