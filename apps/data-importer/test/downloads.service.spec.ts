import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatasetVersion } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const [acme, andes, sur] = ['20991000012', '20991000021', '20991000039'] as [string, string, string];
/** In Lima it is still the evening of the previous day. */
const lastModified = 'Sat, 21 Nov 2026 03:00:00 GMT';
const halfOf = (content: Buffer) => Math.floor(content.length / 2);
const etagOf = (content: Buffer) => `"${createHash('sha1').update(content).digest('hex')}"`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as a publisher does: with an ETag, with 304 for a known ETag, and with the rest of a file for a range. */
const publishes =
  (content: Buffer): Answer =>
  ({ headers }, response) => {
    const shared = { etag: etagOf(content), 'last-modified': lastModified };
    const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    if (headers['if-none-match'] === shared.etag) response.writeHead(304, shared).end();
    else if (from && headers['if-range'] === shared.etag) {
      const rest = content.subarray(Number(from));
      const range = `bytes ${from}-${content.length - 1}/${content.length}`;
      response.writeHead(206, { ...shared, 'content-length': rest.length, 'content-range': range }).end(rest);
    } else response.writeHead(200, { ...shared, 'content-length': content.length }).end(content);
  };

describe('a download', () => {
  let importer: RunningImporter;
  let publisher: Server;
  let answer: Answer;
  let asked: IncomingMessage['headers'][];

  beforeAll(async () => {
    publisher = createServer((request, response) => {
      asked.push(request.headers);
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const { port } = publisher.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    importer = await startImporter({
      VIGIA_DATA_ADDRESSES: JSON.stringify({
        [padron]: `${origin}/padron_reducido_ruc.txt?key=s3cr3t`,
        world_bank: `${origin}/SANCTIONED_FIRM`,
      }),
      VIGIA_DATA_HEADERS: JSON.stringify({ world_bank: { ApiKey: 'de prueba' } }),
    });
  });

  beforeEach(() => {
    asked = [];
  });

  afterAll(async () => {
    await importer?.stop();
    publisher.closeAllConnections();
    publisher.close();
  });

  const fetched = async (accept?: string): Promise<DatasetVersion> => {
    const { version } = await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', ...(accept && { accept }) });
    return importer.untilEnded(version.version);
  };
  const freshAt = async () =>
    (await importer.database.query<{ at: string }>(`SELECT fresh_at::text AS at FROM registry.dataset WHERE name = $1`, [padron]))[0]!.at;
  const inForce = async () =>
    (await importer.database.query<{ ruc: string }>('SELECT ruc FROM registry.current_taxpayer ORDER BY ruc')).map(({ ruc }) => ruc);

  it('takes its day in Lima from Last-Modified, and is a conditional request the next time', async () => {
    const content = latin1(padronHeader, padronLine(acme), padronLine(andes));
    answer = publishes(content);
    const first = await fetched();
    expect(first).toMatchObject({ state: 'current', rows: 2, publishedOn: '2026-11-20', publishedBy: 'server' });
    // Its query, which may hold a key, is not shown. A row from before such addresses were refused may also hold a password.
    expect(first.address).toMatch(/\/padron_reducido_ruc\.txt$/);
    const [row] = await importer.database.query<{ address: string }>('SELECT address FROM registry.version WHERE id = $1', [first.version]);
    const keep = (address: string) =>
      importer.database.query('UPDATE registry.version SET address = $2 WHERE id = $1', [first.version, address]);
    await keep('https://u:s3cr3t@host.example/@un/un.xml?key=s3cr3t');
    expect((await importer.untilEnded(first.version)).address).toBe('https://host.example/@un/un.xml');
    await keep(row!.address);
    const before = await freshAt();
    const again = await fetched();
    expect(again).toMatchObject({ state: 'unchanged', problems: [], failure: null });
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, etagOf(content)]);
    expect(asked[1]!['if-modified-since']).toBe(lastModified);
    expect((await freshAt()) > before).toBe(true);
    expect(await inForce()).toEqual([acme, andes]);
  });

  it('of the data in force under other validators is a conditional request by these the next time', async () => {
    const content = latin1(padronHeader, padronLine(acme), padronLine(andes));
    const [written, rewritten] = [content, latin1(padronHeader, padronLine(andes), padronLine(acme))];
    const states: string[] = [];
    for (const [tag, bytes] of [
      ['"moved"', written],
      ['"rewritten"', rewritten],
      ['"rewritten"', rewritten],
    ] as const) {
      answer = ({ headers }, response) =>
        headers['if-none-match'] === tag
          ? response.writeHead(304).end()
          : response.writeHead(200, { etag: tag, 'last-modified': lastModified }).end(bytes);
      states.push((await fetched()).state);
    }
    expect(states).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([etagOf(content), '"moved"', '"rewritten"']);
  });

  it('of data that a new parser reads as before is a conditional request again the next time', async () => {
    const content = latin1(padronHeader, padronLine(acme), padronLine(andes));
    answer = publishes(content);
    await fetched();
    asked = [];
    await importer.database.query(
      'UPDATE registry.version SET parser = 0 WHERE id = (SELECT version FROM registry.current WHERE dataset = $1)',
      [padron],
    );
    expect([(await fetched()).state, (await fetched()).state]).toEqual(['unchanged', 'unchanged']);
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, etagOf(content)]);
  });

  /** Breaks off once the importer has written half of it. */
  const cuts =
    (content: Buffer): Answer =>
    (_, response) => {
      const half = content.subarray(0, halfOf(content));
      response.writeHead(200, { etag: etagOf(content), 'last-modified': lastModified, 'content-length': content.length });
      response.write(half);
      const part = join(importer.folder, 'downloads', padron, 'padron_reducido_ruc.txt.part');
      void waitUntil(() => statSync(part, { throwIfNoEntry: false })?.size === half.length).finally(() => response.destroy());
    };

  it('resumes where it was cut', async () => {
    const content = latin1(padronHeader, padronLine(acme), padronLine(sur));
    answer = cuts(content);
    expect((await fetched()).state).toBe('failed');
    expect(await inForce()).toEqual([acme, andes]);
    answer = publishes(content);
    expect(await fetched()).toMatchObject({ state: 'current', rows: 2, added: 1, removed: 1 });
    expect(asked[1]).toMatchObject({ range: `bytes=${halfOf(content)}-`, 'if-range': etagOf(content) });
    expect(await inForce()).toEqual([acme, sur]);
  });

  it('resumes where it was cut after a restart of the process', async () => {
    const content = latin1(padronHeader, padronLine(acme, 'ACME DOS'), padronLine(sur));
    answer = cuts(content);
    expect((await fetched()).state).toBe('failed');
    await importer.pause();
    await importer.resume();
    answer = publishes(content);
    expect(await fetched()).toMatchObject({ state: 'current', changed: 1 });
    expect(asked[1]).toMatchObject({ range: `bytes=${halfOf(content)}-`, 'if-range': etagOf(content) });
    expect(await inForce()).toEqual([acme, sur]);
  });

  it.each<[string, string, RegExp, Answer]>([
    ['refuses the request', 'failed', /answered 403/, (_, response) => response.writeHead(403).end()],
    ['fails', 'failed', /answered 500/, (_, response) => response.writeHead(500).end()],
    ['hangs up', 'failed', /./, (_, response) => response.destroy()],
    [
      'redirects to another host',
      'failed',
      /not listed/,
      (_, response) => response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end(),
    ],
    [
      'redirects in a circle',
      'failed',
      /redirects without an end/,
      (request, response) => response.writeHead(302, { location: request.url }).end(),
    ],
    [
      'answers with a web page',
      'refused',
      /web page/,
      (_, response) => response.writeHead(200).end('<!doctype html><html><body>Request Rejected</body></html>'),
    ],
  ])('ends with the reason and leaves the version in force when the server %s', async (_, state, why, given) => {
    answer = given;
    const ended = await fetched();
    expect(ended.state).toBe(state);
    expect(ended.failure ?? ended.problems.map(({ detail }) => detail).join()).toMatch(why);
    expect(await inForce()).toEqual([acme, sur]);
    expect(readdirSync(join(importer.folder, 'downloads', padron))).toEqual([]);
  });

  it('sends the API key of its publisher, and no download of another data set does', async () => {
    const firms = readFileSync(new URL('fixtures/world_bank/sanctioned_firms.json', import.meta.url));
    answer = ({ headers }, response) => (headers.apikey === 'de prueba' ? response.end(firms) : response.writeHead(401).end());
    const { version } = (await importer.ask('datasets.import', { dataset: 'world_bank', actor: 'prueba' })).version;
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', failure: null });
    expect(await fetched()).toMatchObject({ state: 'failed', failure: expect.stringMatching(/answered 401/) });
  });

  it('that waits is reused by a further request', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const content = latin1(padronHeader, padronLine(acme));
    answer = (request, response) => void held.then(() => publishes(content)(request, response));
    const ask = async () => (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba' })).version.version;
    const first = await ask();
    await waitUntil(() => asked.length === 1, { what: 'the publisher is asked' });
    const others = new Set([await ask(), await ask()]);
    release();
    for (const version of [first, ...others]) await importer.untilEnded(version);
    expect(others.size).toBe(1);
    expect(await inForce()).toEqual([acme]);
  });

  it('that waits as a dry run becomes an import when an import is requested, with its reason', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    answer = (request, response) => void held.then(() => publishes(latin1(padronHeader, padronLine(sur)))(request, response));
    const ask = async (more: object) => (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', ...more })).version;
    const first = await ask({});
    await waitUntil(() => asked.length === 1, { what: 'the publisher is asked' });
    const checked = await ask({ dryRun: true, accept: 'solo mirar', publishedOn: '2020-01-01', actor: 'quien mira' });
    const wanted = await ask({ actor: 'quien pide' });
    expect(wanted).toMatchObject({ version: checked.version, dryRun: false, acceptReason: null, requestedBy: 'quien pide' });
    expect(await ask({ dryRun: true, accept: 'solo mirar', publishedOn: '2020-01-01', actor: 'quien mira' })).toEqual(wanted);
    const accepted = await ask({ accept: 'es así', actor: 'quien acepta' });
    // The reason is for what was refused by the time at which it was given.
    expect(accepted.requestedAt > wanted.requestedAt).toBe(true);
    expect(accepted).toEqual({ ...wanted, acceptReason: 'es así', requestedBy: 'quien acepta', requestedAt: accepted.requestedAt });
    expect(await importer.database.query('SELECT given_day FROM registry.version WHERE id = $1', [wanted.version])).toEqual([
      { given_day: null },
    ]);
    release();
    await importer.untilEnded(first.version);
    expect(await importer.untilEnded(wanted.version)).toMatchObject({ acceptReason: 'es así', dryRun: false });
  });

  it('of the bytes already in force leaves nothing on disk', async () => {
    answer = (_, response) => response.writeHead(200).end(latin1(padronHeader, padronLine(sur)));
    expect(await fetched()).toMatchObject({ state: 'unchanged' });
    expect(readdirSync(join(importer.folder, 'downloads', padron))).toEqual([]);
  });

  it('starts again when the connection that holds the import lock is lost', async () => {
    const content = latin1(padronHeader, padronLine(acme), padronLine(sur));
    answer = (_, response) => response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 10));
    const { version } = (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba' })).version;
    await waitUntil(() => asked.length === 1, { what: 'the publisher is asked' });
    answer = publishes(content);
    const lost = await importer.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'vigia-data-importer-session'`,
    );
    expect(lost).toHaveLength(1);
    expect(await importer.untilEnded(version)).toMatchObject({ state: 'current', rows: 2 });
    expect(await importer.database.query('SELECT attempts FROM registry.version WHERE id = $1', [version])).toEqual([{ attempts: 2 }]);
  });
});
