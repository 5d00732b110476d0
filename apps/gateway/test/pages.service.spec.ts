import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openGateways, type Gateways } from './running/gateways.js';
import { exchange } from './requests/exchange.js';

const script = 'console.log("hola");\n'.repeat(200);
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the pages of the dashboard', () => {
  let gateways: Gateways;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-pages-'));

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<meta name="csp-nonce" content="__CSP_NONCE__" /><title>Vigía</title><script nonce="__CSP_NONCE__"></script>',
    );
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), script);
    writeFileSync(join(folder, 'assets', 'inter-3c4d.woff2'), 'a font');
    gateways = await openGateways();
    url = await gateways.start({ environment: { VIGIA_DASHBOARD_DIR: folder } });
  });

  afterAll(async () => {
    await gateways?.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/portafolio', '/portafolio?q=andina', '/perfiles/RUC/20990000019?fecha=2026-01-01', '/v10', '/panelistas'])(
    'are one HTML page, which %s opens',
    async (path) => {
      const { status, headers, text } = await exchange(url, { path, headers: html });
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
      expect(text).toContain('<title>Vigía</title>');
    },
  );

  it.each([
    ['/assets/main-9z9z.js', html],
    ['/v1/nada', html],
    ['/v2', html],
    ['/api/nada', html],
    ['/panel/v1/nada', html],
    ['/panel', html],
    ['/docs/nada', html],
    ['/openapi-nada.json', html],
    ['/health/nada', html],
    ['/metrics/nada', html],
    ['/portafolio', { accept: 'application/json' }],
    ['/portafolio', {}],
  ])('are not served in place of what is missing at %s', async (path, headers) => {
    const { status, text } = await exchange(url, { path, headers });
    expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 404, body: { statusCode: 404, message: 'not found' } });
  });

  it('are read-only', async () => {
    expect((await exchange(url, { method: 'POST', path: '/portafolio', headers: html })).status).toBe(404);
  });

  it('allow styles and scripts only with the nonce of the answer, and only their own fonts', async () => {
    const answers = await Promise.all([exchange(url, { path: '/' }), exchange(url, { path: '/portafolio', headers: html })]);
    const nonces = answers.map(({ headers, text }) => {
      const [, nonce = ''] = /^<meta name="csp-nonce" content="([A-Za-z0-9+/]{22}==)" \/>/.exec(text) ?? [];
      expect(text).toContain(`<script nonce="${nonce}">`);
      const policy = headers['content-security-policy']?.split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([`style-src 'self' 'nonce-${nonce}'`, `script-src 'self' 'nonce-${nonce}'`, "font-src 'self'"]),
      );
      expect(headers['cache-control']).toBe('no-store');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it.each(['/', '/docs'])('send no referrer, and allow no frame and no form: %s', async (path) => {
    const { headers } = await exchange(url, { path, headers: html });
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['content-security-policy']?.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]),
    );
  });

  it('refer to files that are cached as immutable, compressed as the browser accepts', async () => {
    const read = (name: string, accepted: string) => exchange(url, { path: `/assets/${name}`, headers: { 'accept-encoding': accepted } });
    const encodings = {
      'gzip, deflate, br, zstd': 'br',
      gzip: 'gzip',
      'br;q=0, gzip;q=0.5': 'gzip',
      'br;level=9;q=0.0, gzip': 'gzip',
      identity: undefined,
      '': undefined,
      '*': undefined,
      'identity, *': undefined,
      'x-gzip': undefined,
      'gzip;q=1x': undefined,
    };
    for (const [accepted, encoding] of Object.entries(encodings)) {
      const { headers, bytes } = await read('main-1a2b.js', accepted);
      expect({ accepted, headers }).toMatchObject({
        accepted,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': String(bytes.length),
          vary: 'accept-encoding',
        },
      });
      expect(headers['content-encoding']).toBe(encoding);
      const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
      expect(plain.toString()).toBe(script);
    }
    const font = await read('inter-3c4d.woff2', 'br');
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '6' });
    expect(font.headers['content-encoding']).toBeUndefined();
  });

  it.each(['/openapi.json', '/docs/swagger-ui-bundle.js'])(
    'and documents are compressed once, and not anew for a request: %s',
    async (path) => {
      const { headers } = await exchange(url, { path, headers: { 'accept-encoding': '*' } });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );

  it.each(['/assets/main-1a2b.js', '/openapi.json'])('and documents are not sent again to a client that has them: %s', async (path) => {
    const etag = String((await exchange(url, { path })).headers.etag);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await exchange(url, { method, path, headers: { 'if-none-match': `"x", ${etag}` } });
      expect([status, headers.etag, headers['content-length'], text.length]).toEqual([304, etag, undefined, 0]);
    }
    expect((await exchange(url, { path, headers: { 'if-none-match': '"x", "y"' } })).status).toBe(200);
  });
});
