import { describe, expect, it } from '@jest/globals';
import { networkOf } from '../../src/limits/network-of.js';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['1.2.3.4:80', '1.2.3.4:80'],
    ['', ''],
  ])('is the IPv4 address itself, or the /64 of IPv6: %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
