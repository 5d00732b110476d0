import ipaddr from 'ipaddr.js';

export interface GuardSettings {
  /** The operator's explicit exceptions: blocks that may be reached although they are not public. */
  allowCidrs?: readonly string[];
  allowHttp?: boolean;
  ports?: readonly number[] | 'any';
  /** Turns a name into addresses; the system's resolver when absent. */
  lookup?: (hostname: string) => Promise<readonly string[]>;
}

export type AddressBlock = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

/** Where calls to an address chosen by a client may go. */
export interface AddressGuard {
  readonly exceptions: readonly AddressBlock[];
  readonly protocols: ReadonlySet<string>;
  readonly ports: ReadonlySet<number> | 'any';
  readonly lookup?: GuardSettings['lookup'];
}

/** Throws on a malformed block, so that a typing mistake stops the start and does not close or open a network. */
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
