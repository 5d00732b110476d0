import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayAdapter } from '../../src/http/adapter.js';
import type { GatewaySettings } from '../../src/settings.js';

describe('a forwarded header of a trusted proxy', () => {
  const server = gatewayAdapter({ trustedProxies: ['10.0.0.0/8'] } as GatewaySettings).getInstance();

  beforeAll(async () => {
    server.get('/', (request) => ({ protocol: request.protocol, ip: request.ip }));
    await server.ready();
  });

  afterAll(() => server.close());

  const seen = async (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    (await server.inject({ url: '/', headers, remoteAddress })).json() as { protocol: string; ip: string };

  it.each([
    ['https', 'https'],
    ['HTTPS', 'https'],
    ['http, https', 'https'],
    ['https, http', 'http'],
    ['p1', 'http'],
    ['constructor', 'http'],
    ['javascript', 'http'],
    [',', 'http'],
  ])('gives the protocol https or http: %s', async (given, protocol) => {
    expect(await seen({ 'x-forwarded-proto': given })).toMatchObject({ protocol });
  });

  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['203.0.113.1:4711', '203.0.113.1'],
    ['203.0.113.9, 203.0.113.1,', '203.0.113.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
  ])('gives an address in one spelling, without a port: %s', async (given, ip) => {
    expect(await seen({ 'x-forwarded-for': given })).toMatchObject({ ip });
  });

  it.each([
    ['=HYPERLINK("x")', '10.0.0.1'],
    ['203.0.113.1, unknown', '10.0.0.1'],
    ['10.0.0.2, unknown', '10.0.0.1'],
    ['0x0a.1', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('falls back to the address of the proxy if it names no address: %s', async (given, ip) => {
    expect(await seen({ 'x-forwarded-for': given })).toMatchObject({ ip });
  });

  it.each(['203.0.113.9, 10.244.3.7', '203.0.113.9, 10.0.0.3, 10.244.3.7:4711'])(
    'gives the address that the proxy saw, even if that client is inside the trusted block: %s',
    async (given) => {
      expect(await seen({ 'x-forwarded-for': given })).toMatchObject({ ip: '10.244.3.7' });
    },
  );

  it('is ignored from any other sender', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' };
    expect(await seen(forwarded, '192.0.2.1')).toEqual({ protocol: 'http', ip: '192.0.2.1' });
  });
});
