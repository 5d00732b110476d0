import { BlockList } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress, makeGuard } from '../src/index.js';
import { privateIPv4 } from './address-spellings.js';

const guard = makeGuard();

// The special-purpose registries as Node's own block list: other code and another list than the rule under test.
const specialIPv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const specialIPv6: [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
const blockListOf = (blocks: [string, number][], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const [network, prefixBits] of blocks) list.addSubnet(network, prefixBits, family);
  return list;
};
// Two lists: a single one would also look for IPv4 addresses in their mapped form, which lies in ::/3.
const notPublicIPv4 = blockListOf(specialIPv4, 'ipv4');
const notPublicIPv6 = blockListOf(specialIPv6, 'ipv6');

const writeIPv4 = (bits: bigint) => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
const readIPv4 = (text: string) => text.split('.').reduce((bits, octet) => (bits << 8n) | BigInt(octet), 0n);
const writeIPv6 = (bits: bigint) => Array.from({ length: 8 }, (_, i) => ((bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');
const readIPv6 = (text: string) => {
  const [head = '', tail = ''] = text.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return [...groups(head), ...zeros, ...groups(tail)].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
};

/** Uniform addresses, and addresses on both sides of every border, where mistakes are likely. */
function addresses(width: 32n | 128n, borders: bigint[]) {
  const max = (1n << width) - 1n;
  const nearBorder = fc
    .tuple(fc.constantFrom(...borders), fc.bigInt({ min: -2n, max: 2n }))
    .map(([border, offset]) => (border + offset) & max);
  return fc.oneof(fc.bigInt({ min: 0n, max }), nearBorder);
}

const bordersOf = (blocks: [string, number][], width: number, read: (text: string) => bigint) =>
  blocks.flatMap(([network, prefixBits]) => [read(network), read(network) + (1n << BigInt(width - prefixBits))]);

describe('isPublicAddress', () => {
  it('agrees with the registries on IPv4', () => {
    const ipv4 = addresses(32n, bordersOf(specialIPv4, 32, readIPv4)).map(writeIPv4);
    fc.assert(
      fc.property(ipv4, (ip) => {
        expect({ ip, isPublic: isPublicAddress(ip, guard) }).toEqual({
          ip,
          isPublic: !notPublicIPv4.check(ip, 'ipv4'),
        });
      }),
      { numRuns: 3_000 },
    );
  });

  it('agrees with the registries on IPv6, written long or short', () => {
    const inGlobalSpace = fc.bigInt({ min: 1n << 125n, max: (1n << 126n) - 1n });
    const ipv6 = fc.oneof(addresses(128n, bordersOf(specialIPv6, 128, readIPv6)), inGlobalSpace).map(writeIPv6);
    fc.assert(
      fc.property(ipv6, (ip) => {
        const isPublic = !notPublicIPv6.check(ip, 'ipv6');
        const short = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
        expect({
          ip,
          long: isPublicAddress(ip, guard),
          short: isPublicAddress(short, guard),
        }).toEqual({ ip, long: isPublic, short: isPublic });
      }),
      { numRuns: 3_000 },
    );
  });

  it('refuses a private IPv4 address inside any IPv6 transition form', () => {
    const form = fc.constantFrom(
      (high: string, low: string) => `::ffff:${high}:${low}`,
      (high: string, low: string) => `::${high}:${low}`,
      (high: string, low: string) => `::ffff:0:${high}:${low}`,
      (high: string, low: string) => `64:ff9b::${high}:${low}`,
      (high: string, low: string) => `64:ff9b:1::${high}:${low}`,
      (high: string, low: string) => `2002:${high}:${low}::`,
      (high: string, low: string) => `2001:0:${high}:${low}::`,
      (high: string, low: string) => `::5efe:${high}:${low}`,
    );
    fc.assert(
      fc.property(privateIPv4, form, ([a, b, c, d], write) => {
        const ip = write(((a << 8) | b).toString(16), ((c << 8) | d).toString(16));
        expect(isPublicAddress(ip, guard)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    '',
    'localhost',
    'hooks.receiver.example',
    '8.8.8',
    '8.8.8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '256.1.1.1',
    ' 8.8.8.8',
    '[2606:4700::1111]',
  ])('refuses "%s"', (text) => {
    expect(isPublicAddress(text, guard)).toBe(false);
  });

  it('accepts the exceptions of the operator, and nothing beside them', () => {
    const opened = makeGuard({ allowCidrs: ['127.0.0.1/32', 'fd00::/16'] });
    expect(isPublicAddress('127.0.0.1', opened)).toBe(true);
    expect(isPublicAddress('fd00::1', opened)).toBe(true);
    expect(isPublicAddress('127.0.0.2', opened)).toBe(false);
    expect(isPublicAddress('fd01::1', opened)).toBe(false);
    expect(isPublicAddress('::ffff:127.0.0.1', opened)).toBe(false);
  });
});
