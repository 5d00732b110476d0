import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkUrl, isPublicAddress, makeGuard } from '../src/index.js';
import { privateIPv4, spellingOf } from './address-spellings.js';

interface UrlCase {
  name: string;
  url: string;
  expect: 'allow' | 'reject';
  why: string;
}
const { urls } = JSON.parse(readFileSync(new URL('./fixtures/addresses.json', import.meta.url), 'utf8')) as { urls: UrlCase[] };
const guard = makeGuard();

describe('checkUrl', () => {
  it.each(urls)('$expect: $name ($why)', ({ url, expect: expected }) => {
    expect(checkUrl(url, guard).ok).toBe(expected === 'allow');
  });

  it.each([
    'https://hooks.receiver.example/a?b=c',
    'https://hooks.receiver.example:8443/',
    'https://HOOKS.Receiver.Example/',
    'https://compañía.example/',
  ])('allows %s', (url) => {
    expect(checkUrl(url, guard)).toEqual({ ok: true, url: new URL(url) });
  });

  it.each([
    'https://hooks.receiver.example./',
    'https://-_.example/',
    'https://receiver.corp/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://hooks.receiver.example/\u00ad',
    'https://hooks.receiver.example/#',
    '//hooks.receiver.example/',
  ])('refuses %s', (url) => {
    expect(checkUrl(url, guard).ok).toBe(false);
  });

  it('refuses every spelling of a private IPv4 address', () => {
    fc.assert(
      fc.property(privateIPv4.chain(spellingOf), ({ dotted, spelled }) => {
        const url = `https://${spelled}/hook`;
        // The parser must really accept the spelling, or the refusal would prove nothing.
        const host = new URL(url).hostname;
        expect(host).toBe(dotted);
        expect(isPublicAddress(host, guard)).toBe(false);
        expect(isPublicAddress(spelled, guard)).toBe(false);
        expect(checkUrl(url, guard).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [`https://a.example/${'a'.repeat(2048)}`, 'maxLength'],
    ['https://a.example/a b', 'blanks'],
    ['https://a.example/#b', 'fragment'],
    ['a.example', 'relative'],
    ['http://a.example/', 'scheme'],
    ['https://ana:clave@a.example/', 'credentials'],
    ['https://a.example:22/', 'port'],
    ['https://127.0.0.1/', 'ipAddress'],
    ['https://a_b.example/', 'hostName'],
    ['https://localhost/', 'internalName'],
  ])('names the rule that %s breaks', (url, rule) => {
    expect(checkUrl(url, guard)).toMatchObject({ ok: false, rule });
  });

  it('never repeats the URL in its reason', () => {
    const secret = 'canary-7f3a';
    for (const url of [
      `https://${secret}:${secret}@a.example/`,
      `ftp://a.example/?k=${secret}`,
      `https://a.example:22/${secret}`,
      `${secret}`,
    ]) {
      const check = checkUrl(url, guard);
      expect(check).toEqual({ ok: false, rule: expect.any(String), reason: expect.not.stringContaining(secret) });
    }
  });
});

describe('the exceptions of the operator', () => {
  it('allow plain http and its port only by allowHttp', () => {
    expect(checkUrl('http://hooks.receiver.example/', makeGuard({ allowHttp: true })).ok).toBe(true);
    expect(checkUrl('http://hooks.receiver.example/', makeGuard({ allowCidrs: ['10.0.0.0/8'] })).ok).toBe(false);
    expect(checkUrl('ftp://hooks.receiver.example/', makeGuard({ allowHttp: true, ports: 'any' })).ok).toBe(false);
  });

  it('replace the allowed ports', () => {
    const onlyOne = makeGuard({ ports: [9443] });
    expect(checkUrl('https://hooks.receiver.example:9443/', onlyOne).ok).toBe(true);
    expect(checkUrl('https://hooks.receiver.example/', onlyOne).ok).toBe(false);
    expect(checkUrl('https://hooks.receiver.example:22/', makeGuard({ ports: 'any' })).ok).toBe(true);
  });

  it('open literals inside the block, and internal names, but no other literal', () => {
    const onPremises = makeGuard({ allowCidrs: ['10.1.0.0/16', 'fd00:1::/32'] });
    expect(checkUrl('https://10.1.2.3/', onPremises).ok).toBe(true);
    expect(checkUrl('https://[fd00:1::5]/', onPremises).ok).toBe(true);
    expect(checkUrl('https://receiver.internal/', onPremises).ok).toBe(true);
    expect(checkUrl('https://receiver/', onPremises).ok).toBe(true);
    for (const url of ['https://10.2.0.1/', 'https://127.0.0.1/', 'https://[fd00:2::5]/', 'https://8.8.8.8/']) {
      expect(checkUrl(url, onPremises).ok).toBe(false);
    }
  });

  it.each(['10/8', '10.0.0.0', '0x0a.0.0.0/8', '10.0.0.0/33', 'fd00::/129', 'all', ''])('refuse the malformed block "%s"', (cidr) => {
    expect(() => makeGuard({ allowCidrs: [cidr] })).toThrow('CIDR');
  });
});
