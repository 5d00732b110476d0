import ipaddr from 'ipaddr.js';

export interface GuardSettings {
  /** Private address blocks that the operator allows. */
  allowCidrs?: readonly string[];
  allowHttp?: boolean;
  ports?: readonly number[] | 'any';
  /** Resolves a name to addresses. By default the name servers do, and the system does for internal names. */
  lookup?: (hostname: string) => Promise<readonly string[]>;
}

type AddressBlock = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

/** Which addresses a call may reach if a client chose its URL. */
export interface AddressGuard {
  readonly exceptions: readonly AddressBlock[];
  readonly protocols: ReadonlySet<string>;
  readonly ports: ReadonlySet<number> | 'any';
  readonly lookup?: GuardSettings['lookup'];
}

/** Throws on a malformed block, so that a typing mistake stops the start instead of opening or closing a network. */
export function makeGuard({ allowCidrs = [], allowHttp = false, ports, lookup }: GuardSettings = {}): AddressGuard {
  return {
    exceptions: allowCidrs.map(parseBlock),
    protocols: new Set(allowHttp ? ['https:', 'http:'] : ['https:']),
    ports: ports === 'any' ? 'any' : new Set(ports ?? (allowHttp ? [443, 8443, 80] : [443, 8443])),
    lookup,
  };
}

function parseBlock(cidr: string): AddressBlock {
  // ipaddr.js also reads "10/8" and "0x0a.0/8", which mean something else to most readers.
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr) && !ipaddr.IPv6.isValidCIDR(cidr)) {
    throw new Error(`"${cidr}" is not a CIDR block such as 10.0.0.0/8 or fd00::/8`);
  }
  return ipaddr.parseCIDR(cidr);
}

const globalIPv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public by every range table, but it answers only inside Azure and gives out credentials there. */
const azureWireServer = '168.63.129.16';

/** Only an address that is certainly public unicast counts: all others are private, and so is text that is no address. */
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
  // ipaddr.js also calls ::7f00:1 and ::5efe:7f00:1 unicast, but only 2000::/3 is routed.
  return isIPv4(address) ? address.toString() !== azureWireServer : address.match(globalIPv6);
}

function isIn(blocks: AddressGuard['exceptions'], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return blocks.some(([network, prefixBits]) => network.kind() === address.kind() && address.match([network, prefixBits]));
}

function isIPv4(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv4 {
  return address.kind() === 'ipv4';
}

/** Sockets and the URL parser produce canonical spellings only; any other spelling is an attempt to get past the guard. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return undefined;
}
