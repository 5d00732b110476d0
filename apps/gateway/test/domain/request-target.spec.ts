import { describe, expect, it } from '@jest/globals';
import { originFormOf } from '../../src/http/domain/request-target.js';
import { linkToNext } from '../../src/quota/send-report.js';

describe('a request target', () => {
  it.each([
    ['/v1/perfiles?a=http://x/', '/v1/perfiles?a=http://x/'],
    ['http://x.example/v1/perfiles?a=1', '/v1/perfiles?a=1'],
    ['HTTPS://ana@[::1]:8443/v1', '/v1'],
    ['http://x.example', '/'],
    ['http://x.example?a=/b', '/?a=/b'],
    ['http://x.example//metrics', '//metrics'],
    ['http://x.example#/metrics', '/#/metrics'],
    ['http:///metrics', 'http:///metrics'],
    ['ftp://x.example/metrics', 'ftp://x.example/metrics'],
    ['*', '*'],
  ])('%s is %s without scheme and host', (target, path) => expect(originFormOf(target)).toBe(path));

  it('with a host yields a next link without the host', () => {
    const next = linkToNext('http://x.example/api/v2/cuota/estado-de-cuenta?limit=2', { desde_linea: '7' });
    expect(next).toBe('/api/v2/cuota/estado-de-cuenta?limit=2&desde_linea=7');
  });
});
