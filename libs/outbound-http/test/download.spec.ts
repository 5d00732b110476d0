import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from '@vigia/testing';
import { download } from '../src/index.js';
import { listen, startHttp, startSilent, stopEverything } from './loopback.js';

const content = 'what is published today';
const tag = '"today"';

describe('a download', () => {
  let folder: string;
  let path: string;
  let asked: IncomingMessage['headers'][];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-download-'));
    path = join(folder, 'file.txt');
    asked = [];
  });

  afterEach(async () => {
    await stopEverything();
    rmSync(folder, { recursive: true });
  });

  const fetched = async (origin: string, limits: Partial<Parameters<typeof download>[0]> = {}) =>
    download({
      url: `${origin}/file.txt`,
      path,
      hosts: [],
      headersMs: 30_000,
      stallMs: 30_000,
      mostBytes: 1_000,
      signal: new AbortController().signal,
      ...limits,
    });
  const published = async (answer: RequestListener) => {
    const { origin } = await startHttp((request, response) => {
      asked.push(request.headers);
      answer(request, response);
    });
    return origin;
  };
  /** The files that an earlier download left. */
  const begun = (bytes: string) => {
    writeFileSync(`${path}.part`, bytes);
    writeFileSync(`${path}.part.tag`, tag);
  };
  const whole: RequestListener = (_, response) => response.writeHead(200, { etag: tag }).end(content);

  it('removes the tag of an older publication even if it cannot remove the old bytes', async () => {
    // A folder in the place of the file: the old bytes cannot be taken away.
    mkdirSync(`${path}.part`);
    writeFileSync(`${path}.part.tag`, '"yesterday"');
    await expect(fetched(await published(whole))).rejects.toMatchObject({ code: 'EISDIR' });
    expect(existsSync(`${path}.part.tag`)).toBe(false);
  });

  it.each([
    ['another place', 'bytes 2-22/23'],
    ['nowhere', undefined],
  ])('starts again if the server resumes at %s', async (_, range) => {
    begun('what is');
    const origin = await published((request, response) => {
      if (request.headers.range) response.writeHead(206, { etag: tag, ...(range && { 'content-range': range }) }).end(content.slice(2));
      else whole(request, response);
    });
    await fetched(origin);
    expect(asked.map(({ range: wanted }) => wanted)).toEqual(['bytes=7-', undefined]);
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readdirSync(folder)).toEqual(['file.txt']);
  });

  it('starts again if what the server resumes is another publication', async () => {
    begun('what is');
    const other = { etag: '"other"', 'content-range': 'bytes 7-22/23' };
    const origin = await published((request, response) => {
      if (request.headers.range) response.writeHead(206, other).end(content.slice(7));
      else whole(request, response);
    });
    await fetched(origin);
    expect(asked.map(({ range: wanted }) => wanted)).toEqual(['bytes=7-', undefined]);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('resumes where it stopped', async () => {
    begun('what is');
    const rest = { etag: tag, 'content-range': 'bytes 7-22/23' };
    await fetched(await published((_, response) => response.writeHead(206, rest).end(content.slice(7))));
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('sends the headers of its caller to the requested server, but not to another one after a redirect', async () => {
    const other = new URL(await published(whole));
    other.hostname = 'localhost';
    const origin = await published(({ url }, response) => {
      const location = url === '/file.txt' ? '/again.txt' : `${other.origin}/file.txt`;
      response.writeHead(302, { location }).end();
    });
    await fetched(origin, { hosts: ['localhost'], headers: { apikey: 'of the publisher' } });
    expect(asked.map(({ apikey }) => apikey)).toEqual(['of the publisher', 'of the publisher', undefined]);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('does not follow a redirect from https to http', async () => {
    const plain = await published(whole);
    const { port } = await listen(
      createTlsServer(await selfSigned(), (_, response) => response.writeHead(302, { location: `${plain}/file.txt` }).end()),
    );
    // Takes the certificate of this run. Node reads the variable at each connection.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const failure = { kind: 'address_blocked', message: `127.0.0.1 redirects to ${plain}, which is not encrypted` };
    await expect(fetched(`https://127.0.0.1:${port}`)).rejects.toMatchObject(failure);
    expect(asked).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses partial content that it did not request', async () => {
    const piece = { 'content-range': 'bytes 7-22/23' };
    await expect(fetched(await published((_, response) => response.writeHead(206, piece).end('piece')))).rejects.toThrow('answered 206');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['announces the size', (_, response) => response.writeHead(200, { 'content-length': 1_001 }).write('x')],
    [
      'does not announce the size',
      (_, response) => {
        response.writeHead(200).write('x'.repeat(600));
        response.write('x'.repeat(600));
      },
    ],
  ])('of too large a file fails and leaves no file, where the server %s', async (_, answer) => {
    const failure = { kind: 'body_too_large', message: expect.stringContaining('1000 are taken at most') };
    await expect(fetched(await published(answer))).rejects.toMatchObject(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that stalls fails, and is resumed the next time', async () => {
    const rest = { etag: tag, 'content-range': 'bytes 7-22/23' };
    const origin = await published(({ headers }, response) => {
      if (headers.range) response.writeHead(206, rest).end(content.slice(7));
      else response.writeHead(200, { etag: tag }).write('what is');
    });
    await expect(fetched(origin, { stallMs: 2_000 })).rejects.toMatchObject({ kind: 'timeout', message: 'next to nothing came for 2 s' });
    await fetched(origin);
    expect(asked[1]).toMatchObject({ range: 'bytes=7-', 'if-range': tag });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('that drips fails as well', async () => {
    const dripping = await published((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    await expect(fetched(dripping, { stallMs: 2_000 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it.each<[string, number, object]>([
    ['redirects', 302, { location: '/file.txt' }],
    ['is in trouble', 503, {}],
    ['has no such piece', 416, {}],
    ['has another piece', 206, { 'content-range': 'bytes 2-22/23' }],
  ])('does not read the endless body of a server that %s', async (_, status, headers) => {
    if (status !== 503) begun('what is');
    const origin = await published((request, response) => {
      if (asked.length === 1) response.writeHead(status, { ...headers }).write('an answer without an end');
      else whole(request, response);
    });
    const ended = await fetched(origin).then(
      ({ isUnchanged }) => ({ isUnchanged }),
      (error: Error) => error.message,
    );
    expect(ended).toEqual(status === 503 ? '127.0.0.1 answered 503' : { isUnchanged: false });
    expect(existsSync(path)).toBe(status !== 503);
  });

  it.each([{}, { known: {} }])('refuses "not modified" if it sent no condition: %j', async (limits) => {
    const origin = await published((_, response) => response.writeHead(304).end());
    await expect(fetched(origin, limits)).rejects.toThrow('answered 304');
  });

  it('without an answer fails', async () => {
    const { origin } = await startSilent();
    await expect(fetched(origin, { headersMs: 200 })).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  });
});
