import { describe, expect, it } from '@jest/globals';
import { parseNetworks } from '../../src/settings.js';

describe('trusted proxies', () => {
  it('may be addresses and networks of IPv4 and IPv6', () => {
    expect(parseNetworks('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  });

  it.each(['', '10.0.0.0/33', 'fd00::/129', '10.0.0', 'proxy.internal', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/', '1.1.1.1,,2.2.2.2'])(
    'are refused if written as %p',
    (text) => {
      expect(() => parseNetworks(text)).toThrow('must be addresses or networks');
    },
  );
});
